"""Who asks at /rest/v1, and how soon a signed-out session is dead there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from summerstow.platform import clock
from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.auth.identity import identifier
from summerstow.platform.auth.identity.identifier import (
    BELIEVED,
    SKEW,
    ApiKeyRefused,
    Identifier,
    TokenRefused,
)
from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable
from tests.auth.conftest import AuthApp, with_settings


def scope(**headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }


async def test_keys_and_their_absence(app: AuthApp) -> None:
    ask = app.identifier.identify_rest
    tokens = AccessTokens(app.keys)
    service = tokens.sign({"role": "service_role", "iss": "summerstow"})
    anon = tokens.sign({"role": "anon", "iss": "summerstow"})
    for headers, expected in (
        ({}, ANONYMOUS),
        ({"apikey": "anon"}, ANONYMOUS),
        ({"apikey": "anon", "authorization": "Bearer anon"}, ANONYMOUS),
        ({"apikey": "of-another-place", "authorization": "Bearer of-another-place"}, ANONYMOUS),
        ({"apikey": "demo-service-key"}, SERVICE),
        ({"apikey": "demo-service-key", "authorization": "Bearer anon"}, SERVICE),
        ({"authorization": "Bearer demo-service-key"}, SERVICE),
        ({"apikey": service, "authorization": f"Bearer {service}"}, SERVICE),
        ({"authorization": f"Bearer {service}"}, SERVICE),
        ({"authorization": f"Bearer {anon}"}, ANONYMOUS),
        ({"apikey": anon}, ANONYMOUS),
    ):
        assert await ask(scope(**headers)) == expected, headers


@with_settings(require_apikey="1")
async def test_the_data_api_asks_for_a_key_where_the_gateway_does(app: AuthApp) -> None:
    for headers in (
        {},
        {"apikey": "wrong"},
        # The beginning of an API key is none.
        {"apikey": "ssk_wrong"},
        {"apikey": "ssk_wrong", "authorization": "Bearer anon"},
        {"authorization": "Bearer anon"},
    ):
        with pytest.raises(ApiKeyRefused) as refused:
            await app.identifier.identify_rest(scope(**headers))
        assert refused.value.status == 401
    assert await app.identifier.identify_rest(scope(apikey="anon")) == ANONYMOUS


async def test_a_person_has_the_role_of_their_profile(app: AuthApp) -> None:
    session = await app.confirmed()
    user_id = UUID(session["user"]["id"])
    await app.value("update public.users set role = 'worker' where id = $1", user_id)
    headers = {"apikey": "anon", "authorization": f"Bearer {session['access_token']}"}
    actor = await app.identifier.identify_rest(scope(**headers))
    assert isinstance(actor, Actor)
    assert (actor.role, actor.user_id) == ("worker", user_id)
    assert actor.session_id is not None


@with_settings(admin_emails="listed@mail.test")
async def test_without_a_profile_a_listed_address_is_admin_and_any_other_a_customer(
    app: AuthApp,
) -> None:
    for address, role in (("listed@mail.test", "admin"), ("other@mail.test", "customer")):
        session = await app.confirmed(address)
        assert session["user"]["app_metadata"].get("role", "customer") == role
        await app.value("delete from public.users where email = $1", address)
        asked = scope(authorization=f"Bearer {session['access_token']}")
        assert (await app.identifier.identify_rest(asked)).role == role


#: With a key the headers alone say who asks, and are known again.
_WITH_AND_WITHOUT_KEY = pytest.mark.parametrize("key", [{}, {"apikey": "anon"}])


@_WITH_AND_WITHOUT_KEY
async def test_a_session_signed_out_here_is_dead_at_once(app: AuthApp, key: dict[str, str]) -> None:
    session = await app.confirmed()
    asked = scope(authorization=f"Bearer {session['access_token']}", **key)
    await app.identifier.identify_rest(asked)
    await app.as_user(session, "POST", "/logout")
    with pytest.raises(TokenRefused) as refused:
        await app.identifier.identify_rest(asked)
    assert (refused.value.status, refused.value.code) == (401, "PGRST303")
    assert refused.value.message == "JWT expired"


@_WITH_AND_WITHOUT_KEY
async def test_a_session_signed_out_elsewhere_is_dead_within_seconds(
    app: AuthApp, key: dict[str, str]
) -> None:
    time = [0.0]
    elsewhere = Identifier(app.settings, app.database, app.keys, monotonic=lambda: time[0])
    session = await app.confirmed()
    asked = scope(authorization=f"Bearer {session['access_token']}", **key)
    await elsewhere.identify_rest(asked)
    await app.as_user(session, "POST", "/logout")
    await elsewhere.identify_rest(asked)
    bearer = f"Bearer {session['access_token']}"
    anew = {"authorization": bearer, "cache-control": "no-cache"} | key
    with pytest.raises(TokenRefused):
        await elsewhere.identify_rest(scope(**anew))
    time[0] = BELIEVED + 0.001
    assert BELIEVED <= 3
    with pytest.raises(TokenRefused):
        await elsewhere.identify_rest(asked)


async def test_a_token_that_is_known_by_its_headers_expires(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await app.confirmed()
    asked = scope(apikey="anon", authorization=f"Bearer {session['access_token']}")
    for _ in range(2):
        assert (await app.identifier.identify_rest(asked)).role == "customer"
    other = scope(apikey="anon", authorization=f"Bearer {session['access_token']}x")
    with pytest.raises(TokenRefused):
        await app.identifier.identify_rest(other)
    later = clock.now() + timedelta(seconds=session["expires_in"] + SKEW + 1)
    monkeypatch.setattr(clock, "now", lambda: later)
    monkeypatch.setattr(app.identifier._tokens, "_now", lambda: later)
    with pytest.raises(TokenRefused) as refused:
        await app.identifier.identify_rest(asked)
    assert refused.value.message == "JWT expired"


async def test_a_process_keeps_a_bounded_number_of_sessions(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identifier, "_SESSIONS", 9)
    some = Identifier(app.settings, app.database, app.keys, monotonic=lambda: 0.0)
    people = [await app.confirmed(f"person-{number}@mail.test") for number in range(10)]
    asked = [scope(authorization=f"Bearer {one['access_token']}") for one in people]
    for one in asked:
        await some.identify_rest(one)
    await app.value("update public.users set role = 'worker' where email like 'person-%@mail.test'")
    assert (await some.identify_rest(asked[-1])).role == "customer", "believed a moment longer"
    assert (await some.identify_rest(asked[0])).role == "worker", "forgotten, and read anew"


async def test_a_banned_person_is_refused(app: AuthApp) -> None:
    session = await app.confirmed()
    await app.value(
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        session["user"]["id"],
    )
    with pytest.raises(TokenRefused):
        await app.identifier.identify_rest(scope(authorization=f"Bearer {session['access_token']}"))


async def test_why_a_token_is_not_believed(app: AuthApp) -> None:
    tokens = AccessTokens(app.keys)
    user_id = (await app.confirmed())["user"]["id"]
    good = tokens.sign({"sub": user_id, "role": "authenticated"})
    head, body, _ = good.split(".")
    now = int(app.clock().timestamp())
    for token, code, message in (
        ("", "PGRST301", "Empty JWT is sent in Authorization header"),
        ("abc", "PGRST301", "Expected 3 parts in JWT; got 1"),
        ("a.b.c", "PGRST301", "JWT couldn't be decoded"),
        (f"{head}.{body}.AAAA", "PGRST301", "JWT cryptographic operation failed"),
        (f"eyJhbGciOiJub25lIn0.{body}.", "PGRST301", "No suitable key or wrong key type"),
        (tokens.sign({"sub": user_id, "exp": now - 31}), "PGRST303", "JWT expired"),
        (tokens.sign({"sub": user_id, "nbf": now + 90}), "PGRST303", "JWT not yet valid"),
    ):
        with pytest.raises(TokenRefused) as refused:
            await app.identifier.identify_rest(scope(authorization=f"Bearer {token}"))
        assert (refused.value.code, refused.value.message) == (code, message)
    for claims in ({"exp": now - 20}, {"iat": now + 600}, {"nbf": now + 20}):
        token = tokens.sign({"sub": user_id, "role": "authenticated", **claims})
        actor = await app.identifier.identify_rest(scope(authorization=f"Bearer {token}"))
        assert actor.role == "customer"


async def test_an_outage_is_no_refusal(app: AuthApp) -> None:
    gone = Database({"host": "127.0.0.1", "port": 9, "user": "nobody", "database": "none"})
    session = await app.confirmed()
    away = Identifier(app.settings, gone, app.keys)
    with pytest.raises(Unavailable):
        await away.identify_rest(scope(authorization=f"Bearer {session['access_token']}"))


async def test_the_profile_goes_with_the_account_and_no_client_role_reaches_the_accounts(
    app: AuthApp,
) -> None:
    session = await app.confirmed()
    async with app.database.transaction(SERVICE) as tx:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await tx.fetch("select * from auth.users")
    await app.value("delete from auth.users where id = $1", session["user"]["id"])
    found = await app.value(
        "select count(*) from public.users where id = $1", session["user"]["id"]
    )
    assert found == 0
