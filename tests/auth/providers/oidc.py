"""The steps of signing in by way of a provider."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
from authlib.oauth2.rfc7636 import create_s256_code_challenge

from tests.auth.conftest import AuthApp

from .issuers import CLIENT_ID, CLIENT_SECRET


async def leave(app: AuthApp, who: dict[str, Any], **query: str) -> httpx.URL:
    """/authorize as a program opens it; the provider's address, with who signs in there."""
    answer = await app.client.get(
        "/authorize", params={"provider": "google", "login_hint": json.dumps(who), **query}
    )
    assert answer.status_code == 302, answer.text
    return httpx.URL(answer.headers["location"])


async def at_the_provider(address: httpx.URL | str) -> str:
    """Sign in there as `login_hint` says; the address that the browser is sent back to."""
    async with httpx.AsyncClient(verify=False) as browser:
        for _ in range(10):
            answer = await browser.get(address)
            assert answer.is_redirect, answer.text
            address = str(httpx.URL(address).join(answer.headers["location"]))
            if httpx.URL(address).path == "/auth/v1/callback":
                return address
    raise AssertionError("the provider sends nobody back")


async def sign_in(app: AuthApp, who: dict[str, Any], **query: str) -> httpx.Response:
    """The whole way there and back; what /callback answers."""
    return await app.client.get(await at_the_provider(await leave(app, who, **query)))


def fragment(answer: httpx.Response) -> dict[str, str]:
    """The values in the fragment of a redirect."""
    return dict(parse_qsl(urlsplit(answer.headers["location"]).fragment, keep_blank_values=True))


def query(answer: httpx.Response) -> dict[str, str]:
    """The values in the query of a redirect."""
    return dict(httpx.URL(answer.headers["location"]).params)


async def session_of(app: AuthApp, who: dict[str, Any], **more: str) -> dict[str, Any]:
    """A session by way of the provider, with the account as GET /user shows it."""
    answer = await sign_in(app, who, **more)
    session: dict[str, Any] = dict(fragment(answer))
    assert "access_token" in session, answer.headers["location"]
    session["user"] = (await app.as_user(session, "GET", "/user")).json()
    return session


async def id_token(issuer: str, who: dict[str, Any]) -> str:
    """A token as an app has it that signs its person in at the certified provider itself."""
    verifier = "v" * 64
    form = {"redirect_uri": "http://localhost/auth/v1/callback", "client_id": CLIENT_ID}
    parameters = form | {
        "response_type": "code",
        "scope": "openid email profile",
        "login_hint": json.dumps(who),
        "code_challenge": create_s256_code_challenge(verifier),
        "code_challenge_method": "S256",
    }
    back = httpx.URL(await at_the_provider(httpx.URL(f"{issuer}/auth", params=parameters)))
    async with httpx.AsyncClient(verify=False) as app:
        answer = await app.post(
            f"{issuer}/token",
            data=form
            | {
                "grant_type": "authorization_code",
                "code": back.params["code"],
                "code_verifier": verifier,
                "client_secret": CLIENT_SECRET,
            },
        )
    token: str = answer.json()["id_token"]
    return token
