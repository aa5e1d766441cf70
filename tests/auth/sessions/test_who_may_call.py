"""Every call of /auth/v1, and what it says to each who may ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest
from starlette.routing import Route, Router

from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from summerstow.platform.auth.tokens.keys import load_keys
from tests.auth.conftest import AuthApp, make_settings, with_settings

#: What is said to somebody who may not ask, whatever the rest of the request is like.
REFUSALS: Final = frozenset(
    {
        "no_authorization",
        "bad_jwt",
        "not_admin",
        "user_banned",
        "user_not_found",
        "session_not_found",
        "session_expired",
    }
)
#: Calls that need no person.
EVERYBODY: Final = """
GET /health
GET /settings
GET /.well-known/jwks.json
POST /signup
POST /token
POST /otp
POST /recover
POST /resend
GET /verify
POST /verify
POST /sso
GET /sso/saml/metadata
POST /sso/saml/acs
GET /authorize
GET /callback
POST /callback
"""
#: A person's own; the service key is nobody's.
PEOPLE: Final = """
GET /user
PUT /user
GET /reauthenticate
POST /logout?scope=nowhere
GET /user/identities/authorize
DELETE /user/identities/{id}
POST /factors
GET /factors/recovery-codes
POST /factors/recovery-codes
DELETE /factors/recovery-codes
POST /factors/recovery-codes/verify
POST /factors/recovery-codes/regenerate
POST /factors/{id}/challenge
POST /factors/{id}/verify
DELETE /factors/{id}
"""
SERVICE: Final = """
POST /invite
POST /admin/generate_link
GET /admin/users
POST /admin/users
GET /admin/users/{id}
PUT /admin/users/{id}
DELETE /admin/users/{id}
GET /admin/users/{id}/factors
PUT /admin/users/{id}/factors/{id}
DELETE /admin/users/{id}/factors/{id}
GET /admin/sso/providers
POST /admin/sso/providers
GET /admin/sso/providers/{id}
PUT /admin/sso/providers/{id}
DELETE /admin/sso/providers/{id}
"""
#: Whoever is signed out already has what the call is for.
ALREADY_OUT: Final = frozenset({"session_not_found", "user_not_found"})
#: None: goes on to look at the rest of the request.
EXPECTED: Final[dict[str, dict[str, str | None]]] = {
    "nobody": {"people": "no_authorization", "service": "no_authorization"},
    "anonymous key": {"people": "bad_jwt", "service": "not_admin"},
    "anonymous token": {"people": "bad_jwt", "service": "not_admin"},
    "service key": {"people": "bad_jwt", "service": None},
    "service token": {"people": "bad_jwt", "service": None},
    "customer": {"people": None, "service": "not_admin"},
    "executive": {"people": None, "service": "not_admin"},
    "signed out": {"people": "session_not_found", "service": "session_not_found"},
    "staff of last year": {"people": "session_expired", "service": "session_expired"},
    "banned": {"people": "user_banned", "service": "user_banned"},
    "deleted": {"people": "user_not_found", "service": "user_not_found"},
    "expired token": {"people": "bad_jwt", "service": "bad_jwt"},
    "foreign token": {"people": "bad_jwt", "service": "bad_jwt"},
    "forged service token": {"people": "bad_jwt", "service": "bad_jwt"},
}


def calls(listed: str) -> list[tuple[str, str]]:
    return [(line.split()[0], line.split()[1]) for line in listed.split("\n") if line]


def shape(method: str, path: str) -> tuple[str, str]:
    """A call without what differs: the names of its ids, and its query."""
    parts = path.partition("?")[0].split("/")
    return method, "/".join("{id}" if part.startswith("{") else part for part in parts)


def test_every_call_stands_in_one_of_the_tables(app: AuthApp) -> None:
    routes: Any = app.asgi._routes
    assert isinstance(routes, Router)
    offered = {
        shape(method, route.path.removeprefix("/auth/v1"))
        for route in routes.routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    }
    listed = [shape(*one) for table in (EVERYBODY, PEOPLE, SERVICE) for one in calls(table)]
    assert len(listed) == len(set(listed))
    assert offered == set(listed)


async def bearer_of(app: AuthApp, who: str, folder: Path) -> str | None:
    """The token that this one sends."""
    tokens = AccessTokens(app.keys)
    foreign = AccessTokens(load_keys(make_settings(folder / "of another product")))
    now = int(app.clock().timestamp())
    if who in ("nobody", "anonymous key", "service key"):
        keys = {"anonymous key": "anon", "service key": "demo-service-key"}
        return keys.get(who)
    if who in ("anonymous token", "service token", "forged service token"):
        role = "anon" if who == "anonymous token" else "service_role"
        return (foreign if who.startswith("forged") else tokens).sign({"role": role})
    session = await app.confirmed()
    user_id = session["user"]["id"]
    if who in ("expired token", "foreign token"):
        claims = {"sub": user_id, "role": "authenticated", "exp": now - 1}
        return (
            tokens.sign(claims)
            if who == "expired token"
            else foreign.sign(claims | {"exp": now + 9})
        )
    changes = {
        "customer": "select $1::uuid",
        "executive": "update public.users set role = 'executive' where id = $1",
        "signed out": "delete from auth.sessions where user_id = $1",
        "banned": "update auth.users set banned_until = now() + interval '1 h' where id = $1",
        "deleted": "delete from auth.users where id = $1",
        "staff of last year": (
            "with gone as (update public.users set role = 'admin' where id = $1) "
            "update auth.sessions set created_at = now() - interval '1 year' where user_id = $1"
        ),
    }
    await app.value(changes[who], user_id)
    token: str = session["access_token"]
    return token


async def say(app: AuthApp, method: str, path: str, token: str | None) -> tuple[int, str | None]:
    """The status, and the code of the refusal."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app.asgi), base_url=app.client.base_url
    ) as client:
        target = path.replace("{id}", str(uuid4()))
        body = None if method in ("GET", "DELETE") else b"{}"
        answer = await client.request(method, target, headers=headers, content=body)
    return answer.status_code, answer.headers.get("x-sb-error-code")


@pytest.mark.parametrize("who", EXPECTED)
async def test_who_may_call_what(app: AuthApp, tmp_path: Path, who: str) -> None:
    token = await bearer_of(app, who, tmp_path)
    statuses = {"no_authorization": 401}
    for table, kind in ((PEOPLE, "people"), (SERVICE, "service")):
        expected = EXPECTED[who][kind]
        for method, path in calls(table):
            status, code = await say(app, method, path, token)
            if path.startswith("/logout") and expected in ALREADY_OUT:
                assert status == 204
            elif expected is not None:
                assert (status, code) == (statuses.get(expected, 403), expected), path
            else:
                # A missing account is said of the path here, not of the caller.
                assert code not in REFUSALS - {"user_not_found"}, path
                assert status < 500, path
    for method, path in calls(EVERYBODY):
        status, code = await say(app, method, path, token)
        assert code not in REFUSALS, path
        assert status < 500, path


@with_settings(require_apikey="1")
async def test_a_gateway_that_asks_for_a_key_asks_everywhere_but_where_a_browser_navigates(
    app: AuthApp,
) -> None:
    bare = {"/verify", "/callback", "/authorize", "/.well-known/jwks.json"}
    bare |= {"/sso/saml/metadata", "/sso/saml/acs"}
    service = AccessTokens(app.keys).sign({"role": "service_role"})
    for table in (EVERYBODY, PEOPLE, SERVICE):
        for method, path in calls(table):
            found = []
            for key in (None, "wrong", "anon", "demo-service-key", service):
                headers = {"apikey": key} if key else {}
                async with httpx.AsyncClient(
                    transport=httpx.ASGITransport(app=app.asgi), base_url=app.client.base_url
                ) as client:
                    answer = await client.request(method, path, headers=headers)
                found.append("hint" in answer.text and answer.status_code == 401)
            assert found == [path not in bare, path not in bare, False, False, False], path
