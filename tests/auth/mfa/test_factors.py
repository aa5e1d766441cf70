"""POST and DELETE /factors: setting up and removing."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pyotp
import pytest

from summerstow.platform.auth.mfa import factors
from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings

from .mfa_steps import challenge, claims_of, enroll, prove, raised, remove


async def ask(app: AuthApp, session: dict[str, Any], **body: Any) -> tuple[int, str, str]:
    return error_of(await app.as_user(session, "POST", "/factors", json=body))


async def kinds(app: AuthApp, session: dict[str, Any]) -> list[tuple[str, str]]:
    user = (await app.as_user(session, "GET", "/user")).json()
    return [(one.get("friendly_name", ""), one["status"]) for one in user.get("factors", [])]


async def test_an_app_is_set_up_by_a_code_that_an_image_tag_can_show(app: AuthApp) -> None:
    session = await app.confirmed()
    email = session["user"]["email"]
    made = await enroll(app, session)
    assert (made["type"], made["friendly_name"]) == ("totp", "")
    qr_code = made["totp"]["qr_code"]
    assert ElementTree.fromstring(qr_code).tag == "{http://www.w3.org/2000/svg}svg"
    assert not {"#", "%"} & set(qr_code)
    authenticator = pyotp.parse_uri(made["totp"]["uri"])
    assert isinstance(authenticator, pyotp.TOTP)
    assert (authenticator.name, authenticator.issuer, authenticator.secret) == (
        email,
        "localhost",
        made["totp"]["secret"],
    )
    assert (len(authenticator.secret), authenticator.digits, authenticator.interval) == (32, 6, 30)
    user = (await app.as_user(session, "GET", "/user")).json()
    [factor] = user["factors"]
    assert (factor["id"], factor["factor_type"]) == (made["id"], "totp")
    assert (factor["status"], factor["phone"], factor["last_challenged_at"]) == (
        "unverified",
        "",
        None,
    )
    assert not {"secret", "sealed_secret", "friendly_name"} & set(factor)


async def test_the_secret_is_not_in_the_database(app: AuthApp) -> None:
    session = await app.confirmed()
    made = await enroll(app, session, issuer="Summer: stow", friendly_name="Phone app")
    row = await app.value("select f::text from auth.factors f where id = $1", made["id"])
    assert made["totp"]["secret"] not in row
    assert (app.settings.data_dir / "secrets/factor-key").stat().st_mode & 0o777 == 0o600
    assert pyotp.parse_uri(made["totp"]["uri"]).issuer == "Summer  stow"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "factor_type needs to be totp, phone, or webauthn"),
        ({"factor_type": "face"}, "factor_type needs to be totp, phone, or webauthn"),
        ({"factor_type": "phone"}, "Phone number required to enroll Phone factor"),
        (
            {"factor_type": "phone", "phone": "0250"},
            "Invalid phone number format (E.164 required)",
        ),
        (
            {"factor_type": "totp", "friendly_name": "a\u0000b"},
            "friendly_name must be one line of at most 100 characters",
        ),
        (
            {"factor_type": "totp", "issuer": "x" * 101},
            "issuer must be one line of at most 100 characters",
        ),
    ],
    ids=["nothing", "unknown", "no phone", "bad phone", "name", "issuer"],
)
async def test_what_is_no_factor(app: AuthApp, body: dict[str, Any], message: str) -> None:
    session = await app.confirmed()
    assert await ask(app, session, **body) == (400, "validation_failed", message)


async def test_a_factor_needs_a_person_with_a_session(app: AuthApp) -> None:
    assert error_of(await app.post("/factors", {"factor_type": "totp"}))[1] == "bad_jwt"
    session = await app.confirmed()
    await app.as_user(session, "POST", "/logout?scope=local")
    assert (await ask(app, session, factor_type="totp"))[:2] == (403, "session_not_found")
    claims = claims_of(session) | {"session_id": ""}
    bare = {"access_token": AccessTokens(app.keys).sign(claims)}
    assert (await ask(app, bare, factor_type="totp"))[:2] == (403, "session_not_found")


@with_settings(anonymous="1")
async def test_anonymous_people_hold_no_factors(app: AuthApp) -> None:
    session = (await app.post("/signup", {})).json()
    refused = (403, "no_authorization", "Anonymous user not allowed to perform these actions")
    assert await ask(app, session, factor_type="totp") == refused


@with_settings(phone="0", site_url="http://127.0.0.1:8000")
async def test_kinds_that_are_off(app: AuthApp) -> None:
    session = await app.confirmed()
    assert await ask(app, session, factor_type="phone", phone="+12505550139") == (
        422,
        "mfa_phone_enroll_not_enabled",
        "MFA enroll is disabled for Phone",
    )
    assert await ask(app, session, factor_type="webauthn") == (
        422,
        "mfa_webauthn_enroll_not_enabled",
        "MFA enroll is disabled for WebAuthn",
    )


async def test_what_was_begun_is_replaced_and_what_counts_is_not(app: AuthApp) -> None:
    session = await app.confirmed()
    abandoned = await enroll(app, session, friendly_name="Phone app")
    again = await enroll(app, session, friendly_name="Phone app")
    assert again["id"] != abandoned["id"]
    assert await kinds(app, session) == [("Phone app", "unverified")]
    session = (await prove(app, session, again)).json()
    assert await ask(app, session, factor_type="totp", friendly_name="Phone app") == (
        422,
        "mfa_factor_name_conflict",
        'A factor with the friendly name "Phone app" for this user already exists',
    )


async def test_the_same_set_up_begun_on_four_devices_at_once(app: AuthApp) -> None:
    address = new_address()
    sessions = [await app.confirmed(address)]
    sessions += [(await app.sign_in(address)).json() for _ in range(3)]
    begun = await asyncio.gather(*(enroll(app, one, friendly_name="App") for one in sessions))
    assert len({one["id"] for one in begun}) == 4
    assert await kinds(app, sessions[0]) == [("App", "unverified")]


async def test_abandoned_set_ups_vanish(app: AuthApp) -> None:
    session = await app.confirmed()
    left = await enroll(app, session, friendly_name="left")
    begun = await enroll(app, session, friendly_name="begun")
    await challenge(app, session, begun["id"])
    await app.value("update auth.factors set created_at = now() - interval '301 seconds'")
    assert await kinds(app, session) == [("begun", "unverified")]
    gone = await app.as_user(session, "POST", f"/factors/{left['id']}/challenge", json={})
    assert error_of(gone) == (404, "mfa_factor_not_found", "Factor not found")
    await app.value("update auth.factors set last_challenged_at = now() - interval '1 hour'")
    assert await kinds(app, session) == []


async def test_ten_factors_and_no_more(app: AuthApp) -> None:
    session = await app.confirmed()
    for number in range(factors.MAX_FACTORS):
        await enroll(app, session, friendly_name=str(number))
    assert await ask(app, session, factor_type="totp", friendly_name="eleventh") == (
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of verified factors reached, unenroll to continue",
    )
    await enroll(app, session, friendly_name="3")


async def test_a_stolen_password_adds_no_second_step(app: AuthApp) -> None:
    address = new_address()
    session = await app.confirmed(address)
    begun = await enroll(app, session, friendly_name="begun before", factor_type="webauthn")
    await challenge(app, session, begun["id"])
    _, session = await raised(app, session)
    thief = (await app.sign_in(address)).json()
    refused = (403, "insufficient_aal", "AAL2 required to enroll a new factor")
    assert await ask(app, thief, factor_type="totp", friendly_name="mine") == refused
    for call, body in (("challenge", {}), ("verify", {"challenge_id": str(uuid4())})):
        answer = await app.as_user(thief, "POST", f"/factors/{begun['id']}/{call}", json=body)
        assert error_of(answer) == refused
    await enroll(app, session, friendly_name="another")


async def test_removing_a_factor_asks_for_it_first(app: AuthApp) -> None:
    address = new_address()
    factor, session = await raised(app, await app.confirmed(address))
    low = (await app.sign_in(address)).json()
    assert error_of(await remove(app, low, factor["id"])) == (
        422,
        "insufficient_aal",
        "AAL2 required to unenroll verified factor",
    )
    answer = await remove(app, session, factor["id"])
    assert (answer.status_code, answer.json()) == (200, {"id": factor["id"]})
    refreshed = (await app.refresh(session["refresh_token"])).json()
    assert claims_of(refreshed)["aal"] == "aal1"
    assert [one["method"] for one in claims_of(refreshed)["amr"]] == ["otp"]
    assert "factors" not in refreshed["user"]
    mails = await app.mails(address)
    assert [(one["kind"], one["added"]) for one in mails if one["kind"] == "second_factor"] == [
        ("second_factor", False),
        ("second_factor", True),
    ]
    actions = await app.value(
        "select array_agg(action order by id) from public.audit_log "
        "where row_id = $1 and action like 'factor%'",
        session["user"]["id"],
    )
    assert actions == ["factor_added", "factor_removed"]


async def test_what_was_only_begun_is_removed_by_anybody_signed_in(app: AuthApp) -> None:
    session = await app.confirmed()
    begun = await enroll(app, session)
    assert (await remove(app, session, begun["id"])).status_code == 200
    assert error_of(await remove(app, session, begun["id"])) == (
        404,
        "mfa_factor_not_found",
        "Factor not found",
    )


async def test_of_two_factors_the_other_one_holds_the_session_up(app: AuthApp) -> None:
    first, session = await raised(app, await app.confirmed(), friendly_name="first")
    begun = await enroll(app, session, factor_type="phone", phone="+12505550140")
    challenged = await challenge(app, session, begun["id"])
    code = (await app.mails("+12505550140"))[0]["code"]
    body = {"challenge_id": challenged["id"], "code": code}
    answer = await app.as_user(session, "POST", f"/factors/{begun['id']}/verify", json=body)
    session = answer.json()
    assert [one["method"] for one in claims_of(session)["amr"]] == ["mfa/phone", "totp", "otp"]
    assert (await remove(app, session, first["id"])).status_code == 200
    refreshed = (await app.refresh(session["refresh_token"])).json()
    assert claims_of(refreshed)["aal"] == "aal2"
    assert [one["method"] for one in claims_of(refreshed)["amr"]] == ["mfa/phone", "otp"]


async def test_nobody_reaches_the_factor_of_somebody_else(app: AuthApp) -> None:
    owner, other = await app.confirmed(), await app.confirmed()
    factor = await enroll(app, owner)
    for method, path in (("POST", "/challenge"), ("POST", "/verify"), ("DELETE", "")):
        for factor_id, refused in (
            (factor["id"], (404, "mfa_factor_not_found", "Factor not found")),
            ("7", (404, "validation_failed", "factor_id must be an UUID")),
        ):
            path_ = f"/factors/{factor_id}{path}"
            assert error_of(await app.as_user(other, method, path_, json={})) == refused


@pytest.mark.parametrize(
    "change",
    [
        {"password": "another-kettle-95"},
        {"email": "new@mail.test"},
        {"data": {"full_name": "Kai"}},
    ],
)
async def test_the_way_in_is_changed_with_the_second_step_alone(
    app: AuthApp, change: dict[str, Any]
) -> None:
    address = new_address()
    _, session = await raised(app, await app.confirmed(address))
    low = (await app.sign_in(address, PASSWORD)).json()
    assert error_of(await app.as_user(low, "PUT", "/user", json=change)) == (
        401,
        "insufficient_aal",
        "AAL2 session is required to update email or password when MFA is enabled.",
    )
    assert (await app.as_user(session, "PUT", "/user", json=change)).status_code == 200
