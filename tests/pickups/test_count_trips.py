"""Complete with a count asks PostgreSQL for nothing twice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.database.session import Session
from tests.people import RestClients, person

from .recorded import stop_of_yesterday

#: Whoever moves an account's money holds the account, whether or not a caller does already.
_AGAIN = "with whose (id) as materialized"


async def test_a_count_reads_nothing_twice_and_writes_its_entries_in_one_trip(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, admin = await person(database, "worker"), await person(database, "admin")
    await rest.app.open()
    stop = await stop_of_yesterday(rest, rest.of(admin))
    asked: list[tuple[str, str]] = []

    def heard(name: str) -> Any:
        really = getattr(Session, name)

        async def told(session: Session, sql: str, *args: object, **more: Any) -> Any:
            asked.append((sql, str(args)))
            return await really(session, sql, *args, **more)

        return told

    with monkeypatch.context() as patch:
        for name in ("fetch", "fetchrow", "fetchval", "execute", "executemany"):
            patch.setattr(Session, name, heard(name))
        answer = await rest.of(worker).post(
            "/rpc/record_pickup_events",
            json={"events": [stop.completed(20, 7)], "sent_at": stop.event("on_way", 0)["at"]},
        )
    assert answer.status_code == 200, answer.text
    assert (await stop.record())["items_counted"] == 7
    reads = [one for one in asked if not one[0].startswith(_AGAIN)]
    assert [one for one, times in Counter(reads).items() if times > 1] == []
    assert sum("insert into public.ledger" in sql for sql, _ in asked) == 1
