"""GET /reauthenticate, the nonce, the second factor before a change, and POST /invite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.auth.conftest import (
    PASSWORD,
    AuthApp,
    error_of,
    make_settings,
    new_address,
    with_settings,
)

NEW = "another-good-one-5"


async def nonce(app: AuthApp, session: dict[str, Any]) -> str:
    answer = await app.as_user(session, "GET", "/reauthenticate")
    assert (answer.status_code, answer.json()) == (200, {})
    mail = (await app.mails(session["user"]["email"]))[0]
    assert (mail["kind"], "link" in mail) == ("reauthentication", False)
    code: str = mail["code"]
    return code


async def test_a_day_after_signing_in_a_new_password_needs_a_nonce(
    app: AuthApp, address: str
) -> None:
    session = await app.confirmed(address)
    app.clock.pass_(hours=25)
    session = (await app.refresh(session["refresh_token"])).json()
    needed = await app.as_user(session, "PUT", "/user", json={"password": NEW})
    assert error_of(needed) == (
        400,
        "reauthentication_needed",
        "Password update requires reauthentication",
    )
    code = await nonce(app, session)
    wrong = "000000" if code != "000000" else "111111"
    for guess in (wrong, "x"):
        body = {"password": NEW, "nonce": guess}
        refused = await app.as_user(session, "PUT", "/user", json=body)
        assert error_of(refused) == (
            422,
            "reauthentication_not_valid",
            "Nonce has expired or is invalid",
        )
    changed = await app.as_user(session, "PUT", "/user", json={"password": NEW, "nonce": code})
    assert changed.status_code == 200
    assert changed.json()["reauthentication_sent_at"]
    again = {"password": PASSWORD, "nonce": code}
    assert error_of(await app.as_user(session, "PUT", "/user", json=again))[0] == 422
    # Whoever signs in anew has shown who they are.
    fresh = (await app.sign_in(address, NEW)).json()
    changed = await app.as_user(fresh, "PUT", "/user", json={"password": PASSWORD})
    assert changed.status_code == 200


async def test_ten_wrong_guesses_end_a_nonce(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    app.clock.pass_(hours=25)
    session = (await app.refresh(session["refresh_token"])).json()
    code = await nonce(app, session)
    wrong = "000000" if code != "000000" else "111111"
    for guess in [wrong] * 10 + [code]:
        body = {"password": NEW, "nonce": guess}
        refused = await app.as_user(session, "PUT", "/user", json=body)
        assert error_of(refused)[1] == "reauthentication_not_valid"


async def test_a_nonce_is_no_way_in(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    code = await nonce(app, session)
    for kind in ("email", "signup", "recovery", "email_change"):
        answer = await app.post("/verify", {"type": kind, "email": address, "token": code})
        assert error_of(answer)[1] == "otp_expired"


@with_settings(anonymous="1", mail_interval="60")
async def test_who_cannot_reauthenticate_learns_why(app: AuthApp, address: str) -> None:
    visitor = (await app.post("/signup", {})).json()
    assert error_of(await app.as_user(visitor, "GET", "/reauthenticate")) == (
        400,
        "validation_failed",
        "Reauthentication requires the user to have an email or a phone number",
    )
    session = await app.confirmed(address)
    assert (await app.as_user(session, "GET", "/reauthenticate")).status_code == 200
    again = await app.as_user(session, "GET", "/reauthenticate")
    assert error_of(again)[:2] == (429, "over_email_send_rate_limit")
    unset = "update auth.users set email_confirmed_at = null where email = $1"
    await app.value(unset, address)
    refused = await app.as_user(session, "GET", "/reauthenticate")
    assert error_of(refused) == (422, "email_not_confirmed", "Please verify your email first.")
    texts = "update auth.users set email = null, phone = '16045559900' where email = $1"
    await app.value(texts, address)
    refused = await app.as_user(session, "GET", "/reauthenticate")
    assert error_of(refused) == (422, "phone_not_confirmed", "Please verify your phone first.")


async def test_who_has_a_second_factor_uses_it_before_changing_how_to_sign_in(
    app: AuthApp, address: str
) -> None:
    session = await app.confirmed(address)
    await app.value(
        "insert into auth.factors (user_id, factor_type, status, phone) "
        "values ($1, 'phone', 'verified', '16045559911')",
        session["user"]["id"],
    )
    changes: list[dict[str, Any]] = [
        {"password": NEW},
        {"email": new_address()},
        {"phone": "+16045559912"},
        {"data": {"full_name": "Mia"}},
    ]
    for change in changes:
        answer = await app.as_user(session, "PUT", "/user", json=change)
        assert error_of(answer) == (
            401,
            "insufficient_aal",
            "AAL2 session is required to update email or password when MFA is enabled.",
        )
    raised = "update auth.sessions set aal = 'aal2' where user_id = $1"
    await app.value(raised, session["user"]["id"])
    assert (await app.as_user(session, "PUT", "/user", json=changes[0])).status_code == 200


@with_settings(password_blocklist="0")
async def test_a_password_that_is_too_weak_by_now_signs_in_and_is_named(
    app: AuthApp, address: str, tmp_path: Path
) -> None:
    await app.confirmed(address, password="password")
    assert "weak_password" not in (await app.sign_in(address, "password")).json()
    strict = AuthApp(make_settings(tmp_path), app.database)
    answer = await strict.sign_in(address, "password")
    await strict.client.aclose()
    assert answer.status_code == 200
    assert answer.json()["weak_password"]["reasons"] == ["pwned"]
    assert answer.json()["weak_password"]["message"]


async def test_an_invited_person_accepts_and_sets_a_password(app: AuthApp, address: str) -> None:
    service = {"authorization": f"Bearer {app.settings.service_key}"}
    body = {"email": address.upper(), "data": {"full_name": "Ada"}}
    answer = await app.client.post("/invite", json=body, headers=service)
    user = answer.json()
    assert answer.status_code == 200
    assert user["email"] == address
    assert user["invited_at"]
    mail = (await app.mails(address))[0]
    assert mail["kind"] == "invite"
    assert "type=invite" in mail["link"]
    proof = {"type": "invite", "email": address, "token": mail["code"]}
    session = (await app.post("/verify", proof)).json()
    assert session["user"]["user_metadata"]["full_name"] == "Ada"
    changed = await app.as_user(session, "PUT", "/user", json={"password": PASSWORD})
    assert changed.status_code == 200
    again = await app.client.post("/invite", json=body, headers=service)
    assert error_of(again)[:2] == (422, "email_exists")


@pytest.mark.parametrize(
    ("headers", "refusal"),
    [
        ({"authorization": ""}, (401, "no_authorization")),
        ({}, (403, "not_admin")),
    ],
)
async def test_only_the_service_key_invites(
    app: AuthApp, headers: dict[str, str], refusal: tuple[int, str]
) -> None:
    answer = await app.client.post("/invite", json={"email": new_address()}, headers=headers)
    assert error_of(answer)[:2] == refusal
    person = await app.confirmed()
    refused = await app.as_user(person, "POST", "/invite", json={"email": new_address()})
    assert error_of(refused)[:2] == (403, "not_admin")
