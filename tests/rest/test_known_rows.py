"""A list that staff read again has every row as it is now, and makes those alone that changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from summerstow.kit.database.transaction import Transaction
from summerstow.rest.sql.known_rows import KnownRows
from summerstow.rest.sql.writer import SqlStatement
from tests.rest.conftest import MAYA, Rest

THEIRS = "email=eq.known@example.test"
ORDER = "order=first_name.asc&limit=20"
SELECTS = (
    "*",
    "id,status",
    "status",
    "status,status",
    "phone:status,status:needs",
    "id,needs,needs->0,campus_id::text",
    "*,campus:campuses(campus,university)",
    "id,...campuses(university,campus)",
    "id,person:users(full_name),pickup_queue(queue_position,is_ready)",
    "id,campuses()",
)
CHANGES = (
    "update bookings set status = 'confirmed' where first_name = 'Known 3'",
    "update bookings set address = '1 Main' where first_name = 'Known 3'",
    "update bookings set campus_id = 3 where first_name = 'Known 5'",
    "update bookings set phone = null, guest_phone = '1' where first_name = 'Known 1'",
    "update bookings set phone = '1', guest_phone = null where first_name = 'Known 1'",
    "update bookings set additional_comments = 'é 📦 \"\\' where first_name = 'Known 1'",
    "update campuses set university = 'Renamed' where id = 1",
    "update users set full_name = 'Renamed' where email = 'maya@example.test'",
    "update pickup_queue set is_ready = true",
    "delete from bookings where first_name = 'Known 4'",
    "insert into bookings (campus_id, first_name, email) "
    "values (1, 'Known 2b', 'known@example.test')",
    "delete from bookings where first_name like 'Known%'",
)


@pytest_asyncio.fixture(loop_scope="session")
async def listed(rest: Rest) -> AsyncIterator[Rest]:
    """Nine bookings of Maya's; all is as it was afterwards."""
    await _do(
        rest,
        "insert into bookings (user_id, campus_id, first_name, email, phone) "
        f"select '{MAYA}', 1 + n % 3, 'Known ' || n, 'known@example.test', n "
        "from generate_series(1, 9) n",
        "insert into pickup_queue (user_id, booking_id, campus_id, pickup_date, queue_position) "
        "select user_id, id, campus_id, '2027-05-01', 1 from bookings where first_name = 'Known 7'",
        "create temporary table before as select id, university from campuses",
    )
    yield rest
    await _do(
        rest,
        "delete from bookings where first_name like 'Known%'",
        "update campuses c set university = b.university from before b where b.id = c.id",
        "drop table before",
        "update users set full_name = 'Maya Chen' where email = 'maya@example.test'",
    )


async def _do(rest: Rest, *statements: str) -> None:
    async with rest.database.owner() as tx:
        for one in statements:
            await tx.execute(one)


def _forget(rest: Rest) -> None:
    rest.app._known_rows = KnownRows()


@pytest.mark.parametrize("select", SELECTS)
async def test_a_list_is_as_new_after_every_change(listed: Rest, select: str) -> None:
    path = f"bookings?select={select}&{THEIRS}&{ORDER}"
    kept = KnownRows()
    for change in CHANGES:
        await _do(listed, change)
        listed.app._known_rows = kept
        again = await listed.get("admin", path, prefer="count=exact")
        _forget(listed)
        anew = await listed.get("admin", path, prefer="count=exact")
        # One row more than a page may have that is compared.
        as_ever = await listed.get("admin", path.replace("limit=20", "limit=101"))
        assert again.status_code in (200, 206), again.text
        assert again.json() == anew.json() == as_ever.json()
        assert again.headers["content-range"] == anew.headers["content-range"]
    assert again.text == "[]"


async def test_how_many_there_are_is_counted_anew(listed: Rest) -> None:
    path = f"bookings?select=count&{THEIRS}&limit=1"
    assert (await listed.get("admin", path)).json() == [{"count": 9}]
    await _do(listed, "delete from bookings where first_name = 'Known 4'")
    assert (await listed.get("admin", path)).json() == [{"count": 8}]


async def test_rows_that_are_known_are_not_made_again(
    listed: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    really: Any = Transaction.fetchrow
    made: list[int] = []

    async def counted(tx: Transaction, text: str, *given: Any) -> Any:
        row = await really(tx, text, *given)
        if row is not None and "hashes" in row:
            made.append(sum(one is not None for one in row["body"]))
        return row

    monkeypatch.setattr(Transaction, "fetchrow", counted)
    path = f"bookings?select=*,campus:campuses(campus)&{THEIRS}&{ORDER}"
    _forget(listed)
    await listed.get("admin", path)
    await listed.get("executive", path)
    await _do(listed, "update bookings set status = 'confirmed' where first_name = 'Known 3'")
    await listed.get("worker", path)
    await _do(listed, "delete from bookings where first_name = 'Known 1'")
    await listed.get("admin", path)
    await listed.get("admin", path.replace("limit=20", "limit=20&status=eq.confirmed"))
    assert made == [9, 0, 1, 0, 1]


async def test_a_page_of_very_many_rows_is_made_as_ever(listed: Rest) -> None:
    _forget(listed)
    await listed.get("admin", f"bookings?{THEIRS}&order=first_name.asc&limit=101")
    await listed.get("admin", f"bookings?{THEIRS}&order=first_name.asc")
    assert listed.app._known_rows._lists.size == 0


def test_what_is_kept_is_bounded_by_its_bytes() -> None:
    rows = KnownRows()
    for number in range(200):
        statement = SqlStatement(f"select {number}", ())
        rows.page(statement, [["a", "list"]], {}, [1, 2], ["{}", "x" * 20_000])
    assert 2**19 < rows._lists.size <= 2**20
    assert rows.of(SqlStatement("select 199", ()), [["a", "list"]]) == {1: "{}", 2: "x" * 20_000}
    assert rows.of(SqlStatement("select 0", ()), [["a", "list"]]) == {}
    rows.page(SqlStatement("large", ()), [], {}, [1], ["x" * 2**18])
    assert rows.of(SqlStatement("large", ()), []) == {}
