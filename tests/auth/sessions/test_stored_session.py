"""What a sign-in and a refresh store."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from summerstow.platform.auth.passwords import Passwords
from summerstow.platform.auth.sessions.grant_refresh import REMEMBERED_SPENT
from summerstow.platform.roles import SIGNED_IN
from tests.auth.conftest import AuthApp, error_of, new_address, with_settings

_STORED = """
select json_build_object(
  'signed_in_now', (select bool_and(i.last_sign_in_at = u.last_sign_in_at
      and s.created_at = u.last_sign_in_at) from auth.identities i where i.user_id = u.id),
  'methods', (select json_agg(m.method) from auth.session_methods m where m.session_id = s.id),
  'aal', s.aal,
  'counter', s.refresh_counter,
  'places', (select json_agg(k.network) from auth.known_places k where k.user_id = u.id),
  'attempts', (select count(*) from auth.password_attempts
      where key like encode(sha256(u.email::bytea), 'hex') || '%'),
  'log', (select json_agg(json_build_array(a.actor_id = u.id, a.actor_role, a.action,
        a.after ->> 'reason', a.after ->> 'method', a.after ->> 'session_id' = s.id::text)
      order by a.id) from (select * from public.audit_log where table_name = 'auth.users'
        and row_id = u.id::text order by id desc limit 2) a))
from auth.users u join auth.sessions s on s.user_id = u.id
where u.email = $1 order by s.created_at desc limit 1
"""


@with_settings(rate_limits="1")
async def test_a_sign_in_stores_session_place_and_event(app: AuthApp) -> None:
    address = new_address()
    await app.confirmed(address)
    assert (await app.sign_in(address, "wrong-kettle-94")).status_code == 400
    assert (await app.sign_in(address)).status_code == 200
    assert msgspec.json.decode(await app.value(_STORED, address)) == {
        "signed_in_now": True,
        "methods": ["password"],
        "aal": "aal1",
        "counter": 0,
        "places": ["127.0.0.0/16"],
        "attempts": 0,
        "log": [
            [None, "anon", "sign_in_failed", "invalid_credentials", None, None],
            [True, "customer", "signed_in", None, "password", True],
        ],
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("banned_until = now() + interval '1 day'", "user_banned"),
        ("email_confirmed_at = null", "email_not_confirmed"),
        ("password_hash = null", "invalid_credentials"),
    ],
)
async def test_an_account_that_changes_during_the_hash_is_not_signed_in(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch, change: str, code: str
) -> None:
    address = new_address()
    await app.confirmed(address)
    verify = Passwords.verify

    async def changed_after(self: Passwords, *args: Any) -> bool:
        is_right = await verify(self, *args)
        await app.value(f"update auth.users set {change} where email = $1", address)
        return is_right

    monkeypatch.setattr(Passwords, "verify", changed_after)
    assert error_of(await app.sign_in(address))[1] == code
    assert (
        await app.value(
            "select count(*) from auth.sessions s join auth.users u on u.id = s.user_id "
            "where u.email = $1",
            address,
        )
        == 1
    ), "the session of the confirmation"


async def test_a_refresh_stores_device_and_moments(app: AuthApp) -> None:
    session = await app.confirmed()
    app.clock.stop()
    await app.value(
        "update auth.sessions set user_agent = 'Before', ip = null where user_id = $1",
        session["user"]["id"],
    )
    token = session["refresh_token"]
    for _ in range(REMEMBERED_SPENT + 2):
        app.clock.pass_(minutes=1)
        token = (await app.refresh(token)).json()["refresh_token"]
    stored = msgspec.json.decode(
        await app.value(
            "select to_jsonb(s) from auth.sessions s where user_id = $1", session["user"]["id"]
        )
    )
    assert stored["refresh_counter"] == REMEMBERED_SPENT + 2
    assert len(stored["refresh_spent_at"]) == REMEMBERED_SPENT
    assert stored["refresh_spent_at"][0] == stored["refreshed_at"]
    assert stored["user_agent"] != "Before"
    assert stored["ip"] is not None


@pytest.mark.parametrize("role", [*sorted(SIGNED_IN), None])
async def test_a_session_is_refreshed_until_its_set_end(app: AuthApp, role: str | None) -> None:
    session = await app.confirmed()
    user_id, token = session["user"]["id"], session["refresh_token"]
    app.clock.stop()
    if role is None:
        await app.value("delete from public.users where id = $1", user_id)
    else:
        await app.value("update public.users set role = $2 where id = $1", user_id, role)
    set_end = "update auth.sessions set not_after = $2 where user_id = $1"
    await app.value(set_end, user_id, app.clock() + timedelta(seconds=1))
    token = (await app.refresh(token)).json()["refresh_token"]
    app.clock.pass_(seconds=1)
    assert error_of(await app.refresh(token))[1] == "session_expired"


async def test_a_session_without_profile_ends_unused_as_an_admins(app: AuthApp) -> None:
    session = await app.confirmed()
    await app.value("delete from public.users where id = $1", session["user"]["id"])
    token = session["refresh_token"]
    app.clock.pass_(days=13, hours=23)
    token = (await app.refresh(token)).json()["refresh_token"]
    app.clock.pass_(days=14)
    assert error_of(await app.refresh(token))[1:] == (
        "session_expired",
        "Invalid Refresh Token: Session Expired (Inactivity)",
    )
