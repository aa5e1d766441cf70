"""The unmodified Python client (`supabase_auth`) against /auth/v1 behind granian."""

from __future__ import annotations

import httpx
import pytest
from supabase_auth import AsyncGoTrueClient, AsyncMemoryStorage
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from tests.auth.conftest import PASSWORD, AuthApp, new_address


def client_of(app: AuthApp, flow: str = "implicit") -> AsyncGoTrueClient:
    return AsyncGoTrueClient(
        url=f"{app.settings.site_url}/auth/v1",
        headers={"apiKey": "anon", "Authorization": "Bearer anon"},
        storage=AsyncMemoryStorage(),
        auto_refresh_token=False,
        flow_type="pkce" if flow == "pkce" else "implicit",
    )


async def test_sign_up_verify_sign_in_refresh_and_sign_out(served: AuthApp) -> None:
    address = new_address()
    client = client_of(served)
    made = await client.sign_up(
        {
            "email": address,
            "password": PASSWORD,
            "options": {
                "data": {"full_name": "Kai"},
                "email_redirect_to": f"{served.settings.site_url}/auth/callback",
            },
        }
    )
    assert made.session is None
    assert made.user is not None
    assert made.user.identities
    code = (await served.mails(address))[0]["code"]
    verified = await client.verify_otp({"email": address, "token": code, "type": "signup"})
    assert verified.session is not None
    await client.sign_out()
    signed_in = await client.sign_in_with_password({"email": address, "password": PASSWORD})
    assert signed_in.session is not None
    refreshed = await client.refresh_session()
    assert refreshed.session is not None
    assert refreshed.session.refresh_token != signed_in.session.refresh_token
    user = await client.get_user()
    assert user is not None
    assert user.user.email == address
    claims = await client.get_claims()
    assert claims is not None
    assert claims["claims"]["sub"] == user.user.id
    changed = await client.update_user({"data": {"full_name": "Kai Ōta"}})
    assert changed.user.user_metadata["full_name"] == "Kai Ōta"
    await client.sign_out()
    assert await client.get_session() is None


async def test_the_pkce_flow(served: AuthApp) -> None:
    address = new_address()
    client = client_of(served, "pkce")
    await client.sign_up({"email": address, "password": PASSWORD})
    async with httpx.AsyncClient() as browser:
        link = (await served.mails(address))[0]["link"]
        landed = await browser.post(link, data={"": ""})
    code = httpx.URL(landed.headers["location"]).params["code"]
    answer = await client.exchange_code_for_session({"auth_code": code})
    assert answer.session is not None


async def test_errors_reach_the_program_with_their_codes(served: AuthApp) -> None:
    client = client_of(served)
    with pytest.raises(AuthApiError) as refused:
        await client.sign_in_with_password({"email": "nobody@mail.test", "password": "x"})
    assert refused.value.code == "invalid_credentials"
    assert refused.value.message == "Invalid login credentials"
    with pytest.raises(AuthWeakPasswordError) as weak:
        await client.sign_up({"email": new_address(), "password": "12345"})
    assert weak.value.reasons == ["length"]
