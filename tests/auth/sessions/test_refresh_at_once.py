"""A plain refresh is one statement, and stores what the steps store."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from summerstow.auth.identity import session_lifetime
from summerstow.auth.sessions import sessions
from summerstow.kit.database.transaction import Transaction
from summerstow.kit.roles import SIGNED_IN
from tests.auth.conftest import AuthApp, error_of, with_settings

_STORED = (
    "select to_jsonb(s) - 'id' - 'user_id' - 'created_at' from auth.sessions s where user_id = $1"
)


async def _by_steps(*_: object, **__: object) -> None:
    return None


async def test_both_ways_store_and_answer_the_same(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await app.confirmed()
    user_id, token = session["user"]["id"], session["refresh_token"]
    app.clock.stop()
    found = []
    for way in (sessions.refresh_plainly, _by_steps):
        monkeypatch.setattr(sessions, "refresh_plainly", way)
        await app.value(
            "update auth.sessions set refresh_counter = 0, refresh_spent_at = '{}', "
            "refreshed_at = null, user_agent = 'Before', ip = null where user_id = $1",
            user_id,
        )
        answers = [await app.refresh(token)]
        assert answers[0].status_code == 200, answers[0].text
        app.clock.pass_(minutes=1)
        answers.append(await app.refresh(answers[0].json()["refresh_token"]))
        app.clock.pass_(minutes=-1)
        bodies = [one.json() for one in answers]
        for body in bodies:
            del body["access_token"]
        found.append((bodies, msgspec.json.decode(await app.value(_STORED, user_id))))
    assert found[0] == found[1]
    stored = found[0][1]
    assert (stored["refresh_counter"], len(stored["refresh_spent_at"])) == (2, 2)
    assert stored["refresh_spent_at"][0] == stored["refreshed_at"]
    assert stored["user_agent"] != "Before"
    assert stored["ip"] is not None


@with_settings(rate_limits="1")
async def test_a_plain_refresh_is_two_trips(app: AuthApp, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await app.confirmed()
    really, trips = Transaction.connection, []

    async def counted(tx: Transaction) -> Any:
        trips.append(tx)
        return await really(tx)

    monkeypatch.setattr(Transaction, "connection", counted)
    assert (await app.refresh(session["refresh_token"])).status_code == 200
    assert len(trips) == 2, "whether it may be asked for, and the tokens"


@pytest.mark.parametrize("role", [*sorted(SIGNED_IN), None])
async def test_a_session_that_is_over_is_not_refreshed_plainly(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch, role: str | None
) -> None:
    """By the clock in each role, a second before its end and at it; and by a set end."""
    session = await app.confirmed()
    user_id, token = session["user"]["id"], session["refresh_token"]
    app.clock.stop()
    now = app.clock()
    if role is None:
        await app.value("delete from public.users where id = $1", user_id)
    else:
        await app.value("update public.users set role = $2 where id = $1", user_id, role)
    lives = msgspec.json.decode(session_lifetime.LIVES)[role or ""]
    whole, idle = lives["whole"], lives["idle"]
    plainly, plain = sessions.refresh_plainly, []

    async def watched(*args: Any, **more: Any) -> Any:
        plain.append(await plainly(*args, **more))
        return plain[-1]

    monkeypatch.setattr(sessions, "refresh_plainly", watched)
    cases = [(whole - 1, 1, None, True), (whole, 1, None, False), (9, 1, 1, True), (9, 1, 0, False)]
    if idle is not None:
        cases += [(idle + 9, idle - 1, None, True), (idle + 9, idle, None, False)]
    for age, unused, left, lives_on in cases:
        await app.value(
            "update auth.sessions set refresh_counter = 0, created_at = $2, refreshed_at = $3, "
            "not_after = $4 where user_id = $1",
            user_id,
            now - timedelta(seconds=age),
            now - timedelta(seconds=unused),
            None if left is None else now + timedelta(seconds=left),
        )
        answer = await app.refresh(token)
        assert (plain.pop() is not None) == lives_on, (age, unused, left)
        if lives_on:
            assert answer.status_code == 200
        else:
            assert error_of(answer)[1] == "session_expired"
