"""A plain sign-in is one statement, and stores what the steps store."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from summerstow.auth.sessions import sessions
from summerstow.kit.database.transaction import Transaction
from tests.auth.conftest import AuthApp, new_address, with_settings

_OWN = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|stranger[0-9]+@|\d{4}-\d\d-\d\dT[\d:.]+")


async def _by_steps(*_: object, **__: object) -> None:
    return None


async def _everything(app: AuthApp, address: str) -> Any:
    """All that is stored of an account and its sign-ins, without what is its own alone."""
    text = await app.value(
        """
        select json_build_object(
          'account', to_jsonb(u) - 'password_hash',
          'identities', (select json_agg(to_jsonb(i) ||
              jsonb_build_object('seen', i.last_sign_in_at = u.last_sign_in_at))
            from auth.identities i where i.user_id = u.id),
          'sessions', (select json_agg(to_jsonb(s) || jsonb_build_object('methods',
              (select json_agg(m) from auth.session_methods m where m.session_id = s.id))
              order by s.created_at) from auth.sessions s where s.user_id = u.id),
          'places', (select json_agg(k) from auth.known_places k where k.user_id = u.id),
          'attempts', (select count(*) from auth.password_attempts
              where key like encode(sha256(u.email::bytea), 'hex') || '%'),
          'log', (select json_agg(json_build_array(a.actor_id, a.actor_role, a.action, a.after)
              order by a.id) from public.audit_log a
            where a.table_name = 'auth.users' and a.row_id = u.id::text))
        from auth.users u where email = $1
        """,
        address,
    )
    return msgspec.json.decode(_OWN.sub("own", text))


@with_settings(rate_limits="1")
async def test_both_ways_store_the_same(app: AuthApp, monkeypatch: pytest.MonkeyPatch) -> None:
    bodies, stored = [], []
    for way in (sessions.open_plainly, _by_steps):
        monkeypatch.setattr(sessions, "open_plainly", way)
        address = new_address()
        await app.confirmed(address)
        assert (await app.sign_in(address, "wrong-kettle-94")).status_code == 400
        answer = await app.sign_in(address)
        assert answer.status_code == 200, answer.text
        stored.append(await _everything(app, address))
        body = answer.json()
        del body["access_token"], body["refresh_token"], body["expires_at"]
        bodies.append(_OWN.sub("own", msgspec.json.encode(body).decode()))
    assert stored[0] == stored[1]
    assert [one[2] for one in stored[0]["log"]][-2:] == ["sign_in_failed", "signed_in"]
    assert stored[0]["attempts"] == 0
    assert bodies[0] == bodies[1]


async def test_a_plain_sign_in_is_two_trips(app: AuthApp, monkeypatch: pytest.MonkeyPatch) -> None:
    address = new_address()
    await app.confirmed(address)
    really, trips = Transaction.connection, []

    async def counted(tx: Transaction) -> Any:
        trips.append(tx)
        return await really(tx)

    monkeypatch.setattr(Transaction, "connection", counted)
    assert (await app.sign_in(address)).status_code == 200
    assert len(trips) == 2, "whose password it is, and its session"


async def test_what_waits_for_the_account_goes_the_long_way(app: AuthApp) -> None:
    address = new_address()
    await app.confirmed(address)
    app.welcomed.clear()
    await app.sign_in(address)
    assert app.welcomed == [], "nothing was booked"
    await app.book_as_guest(address)
    assert (await app.sign_in(address)).status_code == 200
    assert app.welcomed == [], "made after the address was confirmed, it stays a guest's"
    await app.value(
        "update public.bookings set created_at = created_at - interval '1 day' "
        "where guest_email = $1",
        address,
    )
    assert (await app.sign_in(address)).status_code == 200
    assert [email for _, email in app.welcomed] == [address]
    sessions_of = "select count(*) from auth.sessions where user_id = (select id from auth.users "
    assert await app.value(sessions_of + "where email = $1)", address) == 4


async def test_an_account_that_changes_meanwhile_is_not_opened_plainly(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = new_address()
    await app.confirmed(address)
    plainly, opened = sessions.open_plainly, []

    async def changed_before(*args: Any, **more: Any) -> Any:
        await app.value("update auth.users set banned_until = 'infinity' where email = $1", address)
        try:
            opened.append(await plainly(*args, **more))
        finally:
            await app.value("update auth.users set banned_until = null where email = $1", address)
        return opened[-1]

    monkeypatch.setattr(sessions, "open_plainly", changed_before)
    body = (await app.sign_in(address)).json()
    assert opened == [None]
    assert body["user"]["email"] == address, "by steps, which saw it as it was again"
    monkeypatch.setattr(sessions, "open_plainly", plainly)
    await app.value(
        "update auth.users set banned_until = now() + interval '1 day' where email = $1", address
    )
    assert (await app.sign_in(address)).json()["error_code"] == "user_banned"
