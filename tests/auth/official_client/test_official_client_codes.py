"""The unmodified Python client (`supabase_auth`): codes, changes, second looks."""

from __future__ import annotations

from typing import Any

import httpx
from supabase_auth import AsyncGoTrueClient, AsyncMemoryStorage

from tests.auth.accounts.test_phone import new_number
from tests.auth.conftest import PASSWORD, AuthApp, new_address

NEW = "another-good-one-5"


def client_of(app: AuthApp, *, pkce: bool = False, key: str = "anon") -> AsyncGoTrueClient:
    return AsyncGoTrueClient(
        url=f"{app.settings.site_url}/auth/v1",
        headers={"apiKey": key, "Authorization": f"Bearer {key}"},
        storage=AsyncMemoryStorage(),
        auto_refresh_token=False,
        flow_type="pkce" if pkce else "implicit",
    )


async def code_to(app: AuthApp, address: str) -> str:
    code: str = (await app.mails(address))[0]["code"]
    return code


async def verified(client: AsyncGoTrueClient, app: AuthApp, kind: Any, email: str) -> None:
    body: Any = {"email": email, "token": await code_to(app, email), "type": kind}
    assert (await client.verify_otp(body)).session is not None


async def test_without_a_password_then_forgotten_then_set(served: AuthApp) -> None:
    address = new_address()
    client = client_of(served)
    sent = await client.sign_in_with_otp({"email": address, "options": {"data": {"a": 1}}})
    assert (sent.user, sent.session) == (None, None)
    await verified(client, served, "email", address)
    await client.sign_out()
    await client.reset_password_for_email(address)
    await verified(client, served, "recovery", address)
    await client.update_user({"password": NEW})
    await client.sign_out()
    signed_in = await client.sign_in_with_password({"email": address, "password": NEW})
    assert signed_in.session is not None
    await client.reauthenticate()
    nonce = await code_to(served, address)
    changed = await client.update_user({"password": PASSWORD, "nonce": nonce})
    assert changed.user.email == address
    stranger = await client.sign_in_with_otp(
        {"email": new_address(), "options": {"should_create_user": False}}
    )
    assert (stranger.user, stranger.session) == (None, None)


async def test_a_change_of_address_agreed_by_both(served: AuthApp) -> None:
    old, new = new_address("old"), new_address("new")
    client = client_of(served)
    await client.sign_up({"email": old, "password": PASSWORD})
    await client.resend({"type": "signup", "email": old})
    await verified(client, served, "signup", old)
    asked = await client.update_user({"email": new})
    assert (asked.user.email, asked.user.new_email) == (old, new)
    await client.resend({"type": "email_change", "email": old})
    half = await client.verify_otp(
        {"email": new, "token": await code_to(served, new), "type": "email_change"}
    )
    assert (half.user, half.session) == (None, None)
    await verified(client, served, "email_change", old)
    user = await client.get_user()
    assert user is not None
    assert user.user.email == new


async def test_a_number_of_its_own_and_a_new_one(served: AuthApp) -> None:
    phone, new = new_number(), new_number()
    client = client_of(served)
    made = await client.sign_up({"phone": f"+{phone}", "password": PASSWORD})
    assert made.user is not None
    assert made.user.phone == phone
    await client.resend({"type": "sms", "phone": f"+{phone}"})
    code = await code_to(served, f"+{phone}")
    first = await client.verify_otp({"phone": f"+{phone}", "token": code, "type": "sms"})
    assert first.session is not None
    await client.update_user({"phone": f"+{new}"})
    code = await code_to(served, f"+{new}")
    await client.verify_otp({"phone": f"+{new}", "token": code, "type": "phone_change"})
    await client.sign_out()
    await client.sign_in_with_password({"phone": f"+{new}", "password": PASSWORD})
    await client.sign_out()
    await client.sign_in_with_otp({"phone": f"+{new}"})
    code = await code_to(served, f"+{new}")
    last = await client.verify_otp({"phone": f"+{new}", "token": code, "type": "sms"})
    assert last.user is not None
    assert last.user.phone == new


async def test_recovery_by_a_pkce_link_and_by_its_hash_on_another_device(served: AuthApp) -> None:
    address = new_address()
    await served.confirmed(address)
    client = client_of(served, pkce=True)
    await client.reset_password_for_email(address)
    link = (await served.mails(address))[0]["link"]
    token = httpx.URL(link).params["token"]
    other = client_of(served)
    taken = await other.verify_otp({"token_hash": token, "type": "recovery"})
    assert taken.session is not None
    await client.reset_password_for_email(address)
    async with httpx.AsyncClient() as browser:
        link = (await served.mails(address))[0]["link"]
        landed = await browser.post(link, data={"": ""})
    code = httpx.URL(landed.headers["location"]).params["code"]
    answer = await client.exchange_code_for_session({"auth_code": code})
    assert answer.session is not None


async def test_an_invitation(served: AuthApp) -> None:
    address = new_address()
    staff = client_of(served, key=served.settings.service_key)
    invited = await staff.admin.invite_user_by_email(address, {"data": {"full_name": "Ada"}})
    assert invited.user.invited_at is not None
    client = client_of(served)
    await verified(client, served, "invite", address)
