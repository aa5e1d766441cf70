"""The unmodified Python client with other providers: Google, and an organisation (SAML)."""

from __future__ import annotations

import json

import httpx
import pytest
from supabase_auth import AsyncGoTrueClient
from supabase_auth.errors import AuthApiError

from tests.auth.conftest import PASSWORD, AuthApp
from tests.auth.providers import issuers, oidc, saml_idp
from tests.auth.providers.test_saml import form_of, join, student

from .test_official_client import client_of

pytestmark = [
    pytest.mark.usefixtures("issuer"),
    pytest.mark.parametrize("served", [{"saml": "1"}], indirect=True, ids=["saml"]),
]


async def browse(address: str) -> httpx.URL:
    """Open the address, sign in at the provider; where the product leads in the end."""
    async with httpx.AsyncClient(verify=False) as browser:
        answer = await browser.get(address)
        if httpx.URL(address).path.startswith("/auth/v1/"):
            address = answer.headers["location"]
        landed = await browser.get(await oidc.at_the_provider(address))
    return httpx.URL(landed.headers["location"])


async def by_google(client: AsyncGoTrueClient, who: dict[str, object]) -> None:
    leaving = await client.sign_in_with_oauth(
        {"provider": "google", "options": {"query_params": {"login_hint": json.dumps(who)}}}
    )
    code = (await browse(leaving.url)).params["code"]
    answer = await client.exchange_code_for_session({"auth_code": code})
    assert answer.session is not None
    assert answer.session.provider_token


async def test_sign_in_with_oauth_and_exchange_the_code(served: AuthApp) -> None:
    client = client_of(served, "pkce")
    who = issuers.person()
    await by_google(client, who)
    user = await client.get_user()
    assert user is not None
    assert user.user.email == who["email"]
    assert (await client.refresh_session()).session is not None


async def test_connect_and_disconnect(served: AuthApp) -> None:
    session = await served.confirmed()
    email = session["user"]["email"]
    client = client_of(served, "pkce")
    await client.sign_in_with_password({"email": email, "password": PASSWORD})
    hint = {"login_hint": json.dumps(issuers.person())}
    leaving = await client.link_identity({"provider": "google", "options": {"query_params": hint}})
    code = (await browse(leaving.url)).params["code"]
    await client.exchange_code_for_session({"auth_code": code})
    found = (await client.get_user_identities()).identities
    assert [one.provider for one in found] == ["email", "google"]
    await client.unlink_identity(found[1])
    with pytest.raises(AuthApiError) as last:
        await client.unlink_identity(found[0])
    assert last.value.code == "single_identity_not_deletable"


async def test_sign_in_with_id_token(served: AuthApp, issuer: str) -> None:
    client = client_of(served)
    who = issuers.person()
    token = await oidc.id_token(issuer, who)
    answer = await client.sign_in_with_id_token({"provider": "google", "token": token})
    assert answer.session is not None
    assert answer.session.user.email == who["email"]
    with pytest.raises(AuthApiError) as refused:
        await client.sign_in_with_id_token({"provider": "google", "token": "x.y.z"})
    assert refused.value.message == "Bad ID token"


async def test_sign_in_with_sso(served: AuthApp) -> None:
    client = client_of(served, "pkce")
    with pytest.raises(AuthApiError) as unknown:
        await client.sign_in_with_sso({"domain": "nobody.test"})
    assert unknown.value.code == "sso_provider_not_found"
    with saml_idp.running() as university:
        await join(served, university, "uni.test")
        leaving = await client.sign_in_with_sso({"domain": "uni.test"})
        form = await form_of(leaving.url, student("uni.test"))
    landed = await served.client.post("/sso/saml/acs", data=form)
    answer = await client.exchange_code_for_session({"auth_code": oidc.query(landed)["code"]})
    assert answer.session is not None
    assert answer.session.user.email
