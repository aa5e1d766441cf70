"""Passwords are checked beside the event loop, and no more of them than can be in good time."""

from __future__ import annotations

import asyncio

import pytest

from summerstow.platform.auth.passwords import Busy, Passwords
from summerstow.platform.database.transaction import Transaction
from tests.auth.conftest import AuthApp, error_of, new_address


async def test_a_hundred_sign_ins_at_once_leave_other_requests_quick(app: AuthApp) -> None:
    session = await app.confirmed()
    address = session["user"]["email"]
    crowd = [asyncio.create_task(app.sign_in(address)) for _ in range(100)]
    for _ in range(10):
        assert (await app.as_user(session, "GET", "/user")).status_code == 200
    # Ten answers, one after the other, were there long before the crowd was through.
    assert sum(one.done() for one in crowd) < 50
    assert {one.status_code for one in await asyncio.gather(*crowd)} == {200}


async def test_a_check_that_would_wait_too_long_is_refused_for_now() -> None:
    passwords = Passwords(blocklist=False)
    passwords.most_waiting = 5
    checks = [asyncio.create_task(passwords.verify(None, "x")) for _ in range(8)]
    found = await asyncio.gather(*checks, return_exceptions=True)
    assert [type(one) for one in found] == [bool] * 5 + [Busy] * 3
    assert await passwords.verify(None, "x") is False
    passwords.close()


async def test_a_full_queue_is_no_refusal(app: AuthApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Passwords, "most_waiting", 0)
    answer = await app.sign_in(new_address())
    status, code, _ = error_of(answer)
    # With a 5xx clients keep their session and ask again.
    assert (status, code, answer.headers["retry-after"]) == (503, "unexpected_failure", "2")


async def test_the_same_work_is_done_whether_an_address_is_known(
    app: AuthApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hashes and statements are counted, not seconds."""
    done: list[str] = []
    verify = Passwords._verify

    def noted_verify(self: Passwords, stored: str | None, password: str) -> bool:
        done.append("hash")
        return verify(self, stored, password)

    for name in ("fetchrow", "fetchval", "execute"):
        _note(monkeypatch, name, done)
    monkeypatch.setattr(Passwords, "_verify", noted_verify)
    known = (await app.confirmed())["user"]["email"]
    works = []
    for address in (known, new_address()):
        done.clear()
        await app.sign_in(address, "a guess")
        works.append(list(done))
    assert works[0] == works[1]
    assert works[0].count("hash") == 1


def _note(monkeypatch: pytest.MonkeyPatch, name: str, done: list[str]) -> None:
    original = getattr(Transaction, name)

    async def noted(self: Transaction, sql: str, *args: object) -> object:
        done.append(sql)
        return await original(self, sql, *args)

    monkeypatch.setattr(Transaction, name, noted)
