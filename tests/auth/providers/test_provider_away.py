"""A provider that is off, down, slow or odd: nobody waits long, and nobody is blamed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from summerstow.platform import clock
from summerstow.platform.auth import openid
from summerstow.platform.auth.openid import OpenID
from summerstow.platform.database.pool import Database
from tests.auth.conftest import AuthApp, error_of, make_settings

from . import issuers, oidc

CALLBACK = "http://localhost:8000/auth/callback"
PAGE = {"accept": "text/html"}
DISCOVERY = "/.well-known/openid-configuration"


pytestmark = pytest.mark.usefixtures("google")


async def leave(app: AuthApp, **headers: str) -> httpx.Response:
    return await app.client.get(
        "/authorize", params={"provider": "google", "redirect_to": CALLBACK}, headers=headers
    )


async def come_back(app: AuthApp) -> tuple[str, str]:
    """Come back with a code; the error and its words."""
    state = httpx.URL((await leave(app)).headers["location"]).params["state"]
    answer = await app.client.get("/callback", params={"state": state, "code": "a-code"})
    assert answer.headers["location"].startswith(CALLBACK)
    said = oidc.query(answer)
    return said["error"], said["error_description"]


async def test_switched_off_is_said_everywhere(tmp_path: Path, database: Database) -> None:
    app = AuthApp(make_settings(tmp_path), database)
    assert (await app.client.get("/settings")).json()["external"]["google"] is False
    refused = error_of(await leave(app))
    assert refused == (400, "validation_failed", "Unsupported provider: provider is not enabled")
    token = await app.post("/token?grant_type=id_token", {"provider": "google", "id_token": "x"})
    assert error_of(token) == (
        400,
        "provider_disabled",
        'Provider (issuer "https://accounts.google.com") is not enabled',
    )
    await app.client.aclose()


@pytest.mark.parametrize(
    "trouble",
    [
        (500, {}),
        (200, b"<html>"),
        (200, []),
        (200, {"issuer": "https://evil.example"}),
        (200, {"authorization_endpoint": "javascript:alert(1)"}),
    ],
)
async def test_no_discovery_document_is_an_outage_with_a_sentence(
    app: AuthApp, google: issuers.FakeIssuer, trouble: tuple[int, Any]
) -> None:
    status, body = trouble
    if isinstance(body, dict) and body:
        body = google.answers[DISCOVERY][1] | body
    google.answers[DISCOVERY] = (status, body)
    answer = await leave(app)
    assert (answer.status_code, answer.json()["error_code"]) == (503, "unexpected_failure")
    assert answer.headers["retry-after"]
    shown = await leave(app, **PAGE)
    assert oidc.query(shown)["error"] == "temporarily_unavailable"
    assert "cannot be reached right now" in oidc.query(shown)["error_description"]
    assert google.requests[DISCOVERY] == 1


async def test_a_provider_that_hangs_hangs_nobody(
    app: AuthApp, google: issuers.FakeIssuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openid, "DEADLINE", 0.05)
    google.hold.clear()
    assert (await leave(app)).status_code == 503
    google.hold.set()
    monkeypatch.setattr(openid, "PAUSE", 0.0)
    monkeypatch.setattr(openid, "DEADLINE", 8.0)
    assert (await leave(app)).status_code == 302
    google.hold.clear()
    monkeypatch.setattr(openid, "DEADLINE", 0.05)
    assert await come_back(app) == ("server_error", "Unable to exchange external code")


async def test_what_is_known_serves_while_the_provider_is_away(google: issuers.FakeIssuer) -> None:
    now = 0.0
    one = OpenID(google.url, [issuers.CLIENT_ID], "", clock.now, monotonic=lambda: now)
    first = await one.claims(google.token(sub="first"))
    google.answers.clear()
    now += openid.CACHE_SECONDS + 1
    assert (await one.claims(google.token(sub="second")))["sub"] == "second"
    assert first["sub"] == "first"


async def test_google_s_own_addresses_are_known_without_asking() -> None:
    one = OpenID("https://accounts.google.com", ["us"], "s", clock.now, monotonic=lambda: 0.0)
    one._document.failed_at = 0.0
    document = await one.document()
    assert document["authorization_endpoint"] == "https://accounts.google.com/o/oauth2/v2/auth"


@pytest.mark.parametrize(
    "answer",
    [
        (500, {}),
        (400, {"error": "invalid_grant"}),
        (200, {"access_token": "a"}),
        (200, {"access_token": "a", "id_token": "nonsense"}),
        (200, b"nonsense"),
        (200, []),
    ],
)
async def test_an_exchange_that_fails_is_a_server_error(
    app: AuthApp, google: issuers.FakeIssuer, answer: tuple[int, Any]
) -> None:
    google.answers["/token"] = answer
    assert await come_back(app) == ("server_error", "Unable to exchange external code")


async def test_an_id_token_of_another_flow_is_refused(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    for nonce in (None, "of-another-flow"):
        token = google.token(nonce=nonce)
        google.answers["/token"] = (200, {"access_token": "a", "id_token": token})
        assert (await come_back(app))[0] == "server_error"


async def test_an_address_that_only_userinfo_knows(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    who = issuers.person()
    silent = {"email": None, "email_verified": None, "name": None}
    for subject, error in (("somebody else", "server_error"), (who["sub"], None)):
        url = httpx.URL((await leave(app)).headers["location"])
        token = google.token(**who | silent, nonce=url.params["nonce"])
        google.answers["/token"] = (200, {"access_token": "a", "id_token": token})
        google.answers["/me"] = (200, who | {"sub": subject})
        answer = await app.client.get(
            "/callback", params={"state": url.params["state"], "code": "c"}
        )
        assert oidc.query(answer).get("error") == error
    session = oidc.fragment(answer)
    assert "provider_refresh_token" not in session
    user = (await app.as_user(session, "GET", "/user")).json()
    assert user["email"] == who["email"]
