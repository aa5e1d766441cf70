"""Single sign-on with an identity provider from a maintained library (samlify)."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from summerstow.platform.database.pool import Database
from tests.auth.conftest import AuthApp, error_of, make_settings, new_address, with_settings

from . import oidc
from .saml_idp import running
from .test_oauth import CALLBACK, CHALLENGE, exchange

SERVICE = {"apikey": "demo-service-key", "authorization": "Bearer demo-service-key"}


@pytest.fixture(scope="module")
def organisation() -> Iterator[str]:
    with running() as url:
        yield url


@pytest_asyncio.fixture(loop_scope="session")
async def app(request: Any, tmp_path: Path, database: Database) -> AsyncIterator[AuthApp]:
    one = AuthApp(
        make_settings(tmp_path, **{"saml": "1", **getattr(request, "param", {})}), database
    )
    yield one
    async with database.owner() as tx:
        await tx.execute("delete from auth.sso_providers")
    await one.client.aclose()


async def admin(app: AuthApp, method: str, path: str = "", body: object = None) -> httpx.Response:
    return await app.client.request(
        method, f"/admin/sso/providers{path}", json=body, headers=SERVICE
    )


async def join(app: AuthApp, organisation: str, *domains: str, **more: Any) -> dict[str, Any]:
    """The organisation as a provider of these domains."""
    body: dict[str, Any] = {"type": "saml", "domains": domains}
    if "metadata_url" not in more:
        async with httpx.AsyncClient(verify=False) as browser:
            body["metadata_xml"] = (await browser.get(f"{organisation}/metadata")).text
    answer = await admin(app, "POST", body=body | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def form_of(url: str, who: dict[str, Any]) -> dict[str, str]:
    """What the browser would post to the service, once the person has signed in."""
    async with httpx.AsyncClient(verify=False) as browser:
        page = await browser.get(httpx.URL(url).copy_set_param("as", json.dumps(who)))
    assert page.status_code == 200, page.text
    found = re.findall(r'name="(\w+)" value="([^"]*)"', page.text)
    return {name: html.unescape(value) for name, value in found}


async def start(app: AuthApp, **body: Any) -> str:
    answer = await app.post("/sso", {"redirect_to": CALLBACK, "skip_http_redirect": True, **body})
    assert answer.status_code == 200, answer.text
    url: str = answer.json()["url"]
    return url


async def sign_in(app: AuthApp, who: dict[str, Any], **body: Any) -> httpx.Response:
    form = await form_of(await start(app, **body), who)
    return await app.client.post("/sso/saml/acs", data=form)


def student(domain: str, **more: Any) -> dict[str, Any]:
    name = uuid4().hex[:8]
    return {"nameID": name, "email": f"{name}@{domain}", "displayName": "Ines Uni", **more}


def new_domain() -> str:
    return f"{uuid4().hex[:8]}.uni.test"


async def test_a_student_signs_in_by_the_domain_of_their_address(
    app: AuthApp, organisation: str
) -> None:
    domain = new_domain()
    made = await join(app, organisation, domain)
    who = student(domain)
    answer = await sign_in(app, who, domain=domain.upper())
    assert answer.status_code == 303
    session = oidc.fragment(answer)
    user = (await app.as_user(session, "GET", "/user")).json()
    assert user["email"] == who["email"]
    assert user["user_metadata"]["full_name"] == "Ines Uni"
    assert user["app_metadata"] == {
        "provider": f"sso:{made['id']}",
        "providers": [f"sso:{made['id']}"],
    }
    payload = session["access_token"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    assert [one["method"] for one in claims["amr"]] == ["sso/saml"]
    again = oidc.fragment(await sign_in(app, who, provider_id=made["id"]))
    assert (await app.as_user(again, "GET", "/user")).json()["id"] == user["id"]


async def test_with_a_challenge_they_come_back_with_a_code(app: AuthApp, organisation: str) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    answer = await sign_in(app, student(domain), domain=domain, **CHALLENGE)
    session = (await exchange(app, oidc.query(answer)["code"])).json()
    assert session["user"]["email"].endswith(domain)
    assert "provider_token" not in session


async def test_without_skipping_the_redirect_the_browser_goes_on(
    app: AuthApp, organisation: str
) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    answer = await app.post("/sso", {"domain": domain})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{organisation}/sso?SAMLRequest=")


async def test_an_organisation_vouches_for_its_own_domains_alone(
    app: AuthApp, organisation: str
) -> None:
    domain, taken = new_domain(), new_address()
    owner = await app.confirmed(taken)
    await join(app, organisation, domain)
    for address in (taken, "admin@demo.test"):
        answer = await sign_in(app, student(domain, email=address), domain=domain)
        assert oidc.query(answer)["error_code"] == "provider_email_needs_verification"
    assert len(owner["user"]["identities"]) == 1
    assert (
        await app.value(
            "select count(*) from auth.identities where user_id = $1", owner["user"]["id"]
        )
        == 1
    )


WRONG: dict[str, dict[str, Any]] = {
    "unsigned": {"unsigned": True},
    "for another service": {"audience": "https://another.example"},
    "to another address": {"destination": "http://localhost:9/auth/v1/sso/saml/acs"},
    "an answer to nobody": {"inResponseTo": "_somebody-elses"},
    "expired": {"until": "2020-01-01T00:00:00.000Z"},
}


@pytest.mark.parametrize("flaw", WRONG.values(), ids=WRONG.keys())
async def test_an_assertion_that_is_not_to_be_believed(
    app: AuthApp, organisation: str, flaw: dict[str, Any]
) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    answer = await sign_in(app, student(domain, **flaw), domain=domain)
    assert answer.headers["location"].startswith(CALLBACK)
    said = oidc.query(answer)
    assert (said["error"], said["error_code"], said["error_description"]) == (
        "invalid_request",
        "validation_failed",
        "SAML Assertion is not valid",
    )


async def test_a_changed_assertion_is_refused(app: AuthApp, organisation: str) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    who = student(domain)
    form = await form_of(await start(app, domain=domain), who)
    xml = base64.b64decode(form["SAMLResponse"]).decode()
    forged = xml.replace(who["email"], f"boss@{domain}")
    assert forged != xml
    form["SAMLResponse"] = base64.b64encode(forged.encode()).decode()
    answer = await app.client.post("/sso/saml/acs", data=form)
    assert oidc.query(answer)["error_description"] == "SAML Assertion is not valid"


@pytest.mark.parametrize("response", ["", "!", "PHg+", base64.b64encode(b"<x/>").decode()])
async def test_nonsense_is_refused(app: AuthApp, organisation: str, response: str) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    relay = httpx.URL(await start(app, domain=domain)).params["RelayState"]
    answer = await app.client.post(
        "/sso/saml/acs", data={"SAMLResponse": response, "RelayState": relay}
    )
    assert oidc.query(answer)["error_description"] == "SAML Assertion is not valid"


async def test_an_answer_counts_in_the_browser_that_left_alone(
    app: AuthApp, organisation: str
) -> None:
    """Somebody else's answer signs nobody in; a PKCE flow is tied by its verifier."""
    domain = new_domain()
    await join(app, organisation, domain)
    form = await form_of(await start(app, domain=domain), student(domain))
    app.client.cookies.clear()
    refused = await app.client.post("/sso/saml/acs", data=form)
    assert oidc.query(refused)["error_code"] == "saml_relay_state_not_found"
    form = await form_of(await start(app, domain=domain, **CHALLENGE), student(domain))
    app.client.cookies.clear()
    assert "code" in oidc.query(await app.client.post("/sso/saml/acs", data=form))


async def test_nothing_is_good_twice(app: AuthApp, organisation: str) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    form = await form_of(await start(app, domain=domain), student(domain))
    assert "access_token" in oidc.fragment(await app.client.post("/sso/saml/acs", data=form))
    again = await app.client.post("/sso/saml/acs", data=form)
    assert again.headers["location"].startswith(f"{app.settings.site_url}?error=")
    assert oidc.query(again)["error_code"] == "saml_relay_state_not_found"
    # Even if the flow were open again, the assertion itself was taken.
    await app.value(
        "update auth.flow_states set returned_at = null where id = $1", form["RelayState"]
    )
    replayed = await app.client.post("/sso/saml/acs", data=form)
    assert oidc.query(replayed)["error_description"] == "SAML Assertion was used already"


async def test_a_flow_is_good_for_five_minutes(app: AuthApp, organisation: str) -> None:
    domain = new_domain()
    await join(app, organisation, domain)
    form = await form_of(await start(app, domain=domain), student(domain))
    app.clock.pass_(seconds=301)
    late = await app.client.post("/sso/saml/acs", data=form)
    assert oidc.query(late)["error_code"] == "saml_relay_state_expired"
    none = await app.client.post("/sso/saml/acs", data=form | {"RelayState": "x"})
    assert oidc.query(none)["error_code"] == "validation_failed"


async def test_which_organisation_it_is_must_be_said_once(app: AuthApp, organisation: str) -> None:
    made = await join(app, organisation, new_domain())
    both = await app.post("/sso", {"domain": "a.test", "provider_id": made["id"]})
    assert error_of(both)[:2] == (400, "validation_failed")
    assert error_of(await app.post("/sso", {}))[:2] == (400, "validation_failed")
    assert error_of(await app.post("/sso", {"domain": "nobody.test"})) == (
        404,
        "sso_provider_not_found",
        "No SSO provider assigned for this domain",
    )
    for unknown in ("x", str(uuid4())):
        assert error_of(await app.post("/sso", {"provider_id": unknown})) == (
            404,
            "sso_provider_not_found",
            "No such SSO provider",
        )


@with_settings(saml="0")
async def test_switched_off_it_is_not_there(app: AuthApp) -> None:
    off = (404, "saml_provider_disabled", "SAML 2.0 is disabled")
    assert error_of(await app.post("/sso", {"domain": 7})) == off
    assert error_of(await app.client.get("/sso/saml/metadata")) == off
    assert error_of(await app.client.post("/sso/saml/acs")) == off
    assert error_of(await admin(app, "GET")) == off
    assert (await app.client.get("/settings")).json()["saml_enabled"] is False


async def test_the_service_describes_itself(app: AuthApp) -> None:
    answer = await app.client.get("/sso/saml/metadata")
    assert answer.headers["content-type"].startswith("application/xml")
    assert f'entityID="{app.settings.site_url}/auth/v1/sso/saml/metadata"' in answer.text
    assert f'Location="{app.settings.site_url}/auth/v1/sso/saml/acs"' in answer.text
    assert (await app.client.get("/settings")).json()["saml_enabled"] is True


async def test_providers_are_kept_with_the_service_key(app: AuthApp, organisation: str) -> None:
    domain, other = new_domain(), new_domain()
    made = await join(app, organisation, domain, metadata_url=f"{organisation}/metadata")
    assert made["saml"]["metadata_url"] == f"{organisation}/metadata"
    assert made["saml"]["entity_id"] == f"{organisation}/metadata"
    assert [one["domain"] for one in made["domains"]] == [domain]
    path = f"/{made['id']}"
    assert (await admin(app, "GET", path)).json() == made
    (listed,) = (await admin(app, "GET")).json()["items"]
    assert "metadata_xml" not in listed["saml"]
    changed = (await admin(app, "PUT", path, {"domains": [other], "disabled": True})).json()
    assert [one["domain"] for one in changed["domains"]] == [other]
    assert changed["saml"]["metadata_xml"] == made["saml"]["metadata_xml"]
    assert error_of(await app.post("/sso", {"domain": other}))[1] == "sso_provider_disabled"
    gone = await admin(app, "DELETE", path)
    assert gone.json()["id"] == made["id"]
    assert error_of(await admin(app, "GET", path))[:2] == (404, "sso_provider_not_found")
    denied = await app.client.get("/admin/sso/providers")
    assert denied.status_code == 403


async def test_what_is_no_provider(app: AuthApp, organisation: str) -> None:
    domain = new_domain()
    made = await join(app, organisation, domain)
    xml = made["saml"]["metadata_xml"]
    other = xml.replace(f"{organisation}/metadata", "https://other.example/saml")
    saml = {"type": "saml"}
    refused = {
        "sort": ({"type": "oidc"}, 400, "validation_failed"),
        "no metadata": (saml, 400, "validation_failed"),
        "both": (
            saml | {"metadata_xml": xml, "metadata_url": "https://x"},
            400,
            "validation_failed",
        ),
        "plain http": (saml | {"metadata_url": "http://x.test/m"}, 400, "validation_failed"),
        "not there": (
            saml | {"metadata_url": f"{organisation}/nothing"},
            400,
            "saml_metadata_fetch_failed",
        ),
        "no XML": (saml | {"metadata_xml": "hello"}, 400, "validation_failed"),
        "a bomb": (
            saml | {"metadata_xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'},
            400,
            "validation_failed",
        ),
        "known": (saml | {"metadata_xml": xml}, 422, "saml_idp_already_exists"),
        "taken domain": (
            saml | {"metadata_xml": other, "domains": [domain]},
            400,
            "sso_domain_already_exists",
        ),
        "no domain": (
            saml | {"metadata_xml": other, "domains": ["not a domain"]},
            400,
            "validation_failed",
        ),
    }
    for name, (body, status, code) in refused.items():
        assert error_of(await admin(app, "POST", body=body))[:2] == (status, code), name
    mismatch = await admin(app, "PUT", f"/{made['id']}", {"metadata_xml": other})
    assert error_of(mismatch)[:2] == (400, "saml_entity_id_mismatch")
    assert len((await admin(app, "GET")).json()["items"]) == 1
