"""Accounts by phone: sign-up, sign-in, codes by text message, a change of number."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from tests.auth.conftest import PASSWORD, AuthApp, error_of, with_settings

_numbers = itertools.count(16045550100)


def new_number() -> str:
    return str(next(_numbers))


async def texted(app: AuthApp, phone: str) -> dict[str, Any]:
    """The newest text message to a number."""
    async with app.database.owner() as tx:
        channel = await tx.fetchval(
            "select channel from app.outbox where recipient = $1 order by id desc limit 1",
            f"+{phone}",
        )
    assert channel == "text"
    return (await app.mails(f"+{phone}"))[0]


async def signed_up(app: AuthApp, phone: str, **more: Any) -> dict[str, Any]:
    answer = await app.post("/signup", {"phone": f"+{phone}", "password": PASSWORD, **more})
    assert answer.status_code == 200, answer.text
    user: dict[str, Any] = answer.json()
    return user


async def verified(app: AuthApp, kind: str, phone: str) -> dict[str, Any]:
    code = (await texted(app, phone))["code"]
    answer = await app.post("/verify", {"type": kind, "phone": f"+{phone}", "token": code})
    assert answer.status_code == 200, answer.text
    session: dict[str, Any] = answer.json()
    return session


async def sign_in(app: AuthApp, phone: str, password: str = PASSWORD) -> Any:
    body = {"phone": phone, "password": password}
    return await app.post("/token?grant_type=password", body)


async def test_a_number_is_confirmed_by_the_texted_code(app: AuthApp) -> None:
    phone = new_number()
    spaced = f"+{phone[:4]} {phone[4:]}"
    user = await signed_up(app, phone, data={"full_name": "Mina"})
    assert (user["phone"], user["email"]) == (phone, "")
    assert user["app_metadata"] == {"provider": "phone", "providers": ["phone"]}
    assert user["user_metadata"]["phone"] == phone
    assert [one["provider"] for one in user["identities"]] == ["phone"]
    assert re.fullmatch(r"\d{6}", (await texted(app, phone))["code"])
    refused = await sign_in(app, spaced)
    assert error_of(refused) == (400, "phone_not_confirmed", "Phone not confirmed")
    session = await verified(app, "sms", phone)
    assert session["user"]["phone_confirmed_at"] == session["user"]["confirmed_at"]
    assert session["user"]["user_metadata"]["phone_verified"] is True
    assert (await sign_in(app, spaced)).status_code == 200
    wrong = await sign_in(app, spaced, "wrong-one")
    assert error_of(wrong) == (400, "invalid_credentials", "Invalid login credentials")
    for nobody in ("+999", "nonsense", "+12505550139"):
        assert error_of(await sign_in(app, nobody))[1] == "invalid_credentials"


async def test_a_texted_code_is_good_for_a_minute(app: AuthApp) -> None:
    phone = new_number()
    await signed_up(app, phone)
    code = (await texted(app, phone))["code"]
    app.clock.pass_(seconds=61)
    answer = await app.post("/verify", {"type": "sms", "phone": phone, "token": code})
    assert error_of(answer) == (403, "otp_expired", "Token has expired or is invalid")
    assert (await app.post("/resend", {"type": "sms", "phone": phone})).json() == {}
    assert (await verified(app, "sms", phone))["user"]["phone"] == phone
    assert (await sign_in(app, phone)).status_code == 200


async def test_who_reads_the_messages_decides_whose_password_counts(app: AuthApp) -> None:
    phone = new_number()
    await signed_up(app, phone, password="password-of-the-first")
    await signed_up(app, phone, password="password-of-the-owner")
    await verified(app, "sms", phone)
    assert (await sign_in(app, phone, "password-of-the-owner")).status_code == 200
    assert (await sign_in(app, phone, "password-of-the-first")).status_code == 400


async def test_a_taken_number_is_answered_like_a_new_one_and_its_owner_gets_a_text(
    app: AuthApp,
) -> None:
    phone = new_number()
    await signed_up(app, phone)
    await verified(app, "sms", phone)
    fake, new = await signed_up(app, phone), await signed_up(app, new_number())
    assert set(fake) == set(new)
    assert set(fake["identities"][0]) == set(new["identities"][0])
    assert (fake["role"], fake["phone"]) == (new["role"], phone)
    assert (await texted(app, phone))["kind"] == "signup_taken_text"


@with_settings(autoconfirm="1")
async def test_with_autoconfirm_a_number_is_signed_in_and_changed_at_once(app: AuthApp) -> None:
    phone, new = new_number(), new_number()
    session = await signed_up(app, phone)
    assert session["user"]["phone_confirmed_at"]
    again = await app.post("/signup", {"phone": phone, "password": PASSWORD})
    assert error_of(again) == (422, "user_already_exists", "User already registered")
    changed = await app.as_user(session, "PUT", "/user", json={"phone": new})
    assert changed.json()["phone"] == new
    # Whoever was waiting for a code when confirmation was switched off need not any more.
    await app.value("update auth.users set phone_confirmed_at = null where phone = $1", new)
    late = await signed_up(app, new)
    assert late["user"]["phone_confirmed_at"]


async def test_a_code_without_a_password(app: AuthApp) -> None:
    phone = new_number()
    for _ in range(2):
        answer = await app.post("/otp", {"phone": f"+{phone}", "channel": "sms"})
        assert (answer.status_code, answer.json()) == (200, {})
        assert (await verified(app, "sms", phone))["user"]["phone"] == phone
    count = "select count(*) from auth.users where phone = $1"
    assert await app.value(count, phone) == 1


async def test_a_new_number_counts_when_its_code_is_typed(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    phone = new_number()
    changed = (await app.as_user(session, "PUT", "/user", json={"phone": f"+{phone}"})).json()
    assert (changed["phone"], changed["new_phone"]) == ("", phone)
    assert changed["phone_change_sent_at"]
    await app.post("/resend", {"type": "phone_change", "phone": phone})
    user = (await verified(app, "phone_change", phone))["user"]
    assert user["phone"] == phone
    assert "new_phone" not in user
    assert user["app_metadata"] == {"provider": "email", "providers": ["email", "phone"]}
    notice = (await app.mails(address))[0]
    assert (notice["kind"], notice["ending"]) == ("phone_changed", phone[-2:])
    assert (await sign_in(app, phone)).status_code == 200
    other = await app.confirmed()
    refused = await app.as_user(other, "PUT", "/user", json={"phone": phone})
    assert error_of(refused) == (
        422,
        "phone_exists",
        "A user with this phone number has already been registered",
    )


async def test_asking_for_the_number_as_it_is_ends_the_change(app: AuthApp) -> None:
    phone, new = new_number(), new_number()
    await signed_up(app, phone)
    session = await verified(app, "sms", phone)
    await app.as_user(session, "PUT", "/user", json={"phone": new})
    user = (await app.as_user(session, "PUT", "/user", json={"phone": phone})).json()
    assert "new_phone" not in user
    code = (await texted(app, new))["code"]
    answer = await app.post("/verify", {"type": "phone_change", "phone": new, "token": code})
    assert error_of(answer)[1] == "otp_expired"


@with_settings(mail_interval="60")
@pytest.mark.parametrize(
    ("path", "more"),
    [("/otp", {}), ("/resend", {"type": "sms"}), ("/signup", {"password": "x" * 9})],
)
async def test_the_next_text_waits_whether_the_number_is_known_or_not(
    app: AuthApp, path: str, more: dict[str, str]
) -> None:
    known = new_number()
    await signed_up(app, known)
    app.clock.pass_(seconds=61)
    for phone in (known, new_number()):
        body = {"phone": phone, **more}
        assert (await app.post(path, body)).status_code == 200
        refused = await app.post(path, body)
        assert error_of(refused)[:2] == (429, "over_sms_send_rate_limit")
        assert refused.headers["retry-after"]


@with_settings(phone="0")
async def test_without_phones_every_call_says_so(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    body = {"phone": "+12505550139", "password": PASSWORD, "type": "sms"}
    expected = {
        "/signup": (400, "phone_provider_disabled", "Phone signups are disabled"),
        "/otp": (400, "phone_provider_disabled", "Unsupported phone provider"),
        "/resend": (400, "phone_provider_disabled", "Unsupported phone provider"),
        "/token?grant_type=password": (
            422,
            "phone_provider_disabled",
            "Phone logins are disabled",
        ),
    }
    for path, refusal in expected.items():
        assert error_of(await app.post(path, body)) == refusal
    changed = await app.as_user(session, "PUT", "/user", json={"phone": "+12505550139"})
    assert error_of(changed)[:2] == (422, "phone_provider_disabled")
    assert (await app.client.get("/settings")).json()["external"]["phone"] is False
