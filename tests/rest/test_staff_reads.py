"""What staff read of customers stands in the audit log: who, what, by which filter, how many."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import msgspec
import pytest

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.read_log import Look, note
from tests.rest.conftest import ADA, MAYA, WILL, Rest

ALL = "bookings?id=not.is.null"


async def _lines(rest: Rest) -> list[dict[str, Any]]:
    async with rest.database.owner() as tx:
        rows = await tx.fetch(
            "select actor_id, actor_role, table_name, row_id, after::text from audit_log "
            "where action = 'read' order by id"
        )
    return [dict(row) | {"after": msgspec.json.decode(row["after"])} for row in rows]


async def _read(rest: Rest, who: str, path: str, **headers: str) -> list[dict[str, Any]]:
    """The lines that one read adds."""
    before = len(await _lines(rest))
    method = "POST" if path.startswith("rpc/") else "GET"
    answer = await rest.ask(who, method, path, **headers)
    assert answer.status_code in (200, 206), answer.text
    return (await _lines(rest))[before:]


async def test_a_line_says_who_read_what_and_how_much_of_it(rest: Rest) -> None:
    path = "bookings?select=id,email&status=eq.pending&email=ilike.*@example.test&limit=1"
    (line,) = await _read(rest, "worker", path)
    assert line == {
        "actor_id": WILL,
        "actor_role": "worker",
        "table_name": "bookings",
        "row_id": "",
        "after": {"filter": "status=eq.pending&email=ilike.*@example.test", "rows": 1},
    }


@pytest.mark.parametrize("who", ["worker", "admin", "executive"])
@pytest.mark.parametrize("table", ["users", "bookings", "pickups", "pickup_queue"])
async def test_every_table_of_customers_is_noted(rest: Rest, who: str, table: str) -> None:
    (line,) = await _read(rest, who, table)
    assert (line["table_name"], line["actor_role"]) == (table, who)


async def test_customers_embedded_in_something_else_are_noted(rest: Rest) -> None:
    (line,) = await _read(rest, "admin", "campuses?select=id,bookings(id,pickup_queue(id))")
    assert line["actor_id"] == ADA
    assert (line["table_name"], line["after"]["tables"]) == ("bookings", "pickup_queue")


async def test_an_open_list_is_read_and_noted_in_one_statement(
    rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    really, trips = Transaction.connection, 0

    async def counted(tx: Transaction) -> Any:
        nonlocal trips
        trips += 1
        return await really(tx)

    path = "bookings?select=id,campus:campuses(campus)&status=eq.pending"
    whole = await _read(rest, "admin", path)
    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "connection", counted)
        answer = await rest.ask("admin", "GET", path, prefer="count=exact")
    assert trips == 1
    line = (await _lines(rest))[-1]
    assert line["after"] == {"filter": "status=eq.pending", "rows": len(answer.json())}
    assert answer.headers["content-range"] == f"0-{len(answer.json()) - 1}/{len(answer.json())}"
    assert [one | {"row_id": line["row_id"]} for one in whole] == [line]


async def test_a_page_that_is_asked_for_often_is_planned_once(rest: Rest) -> None:
    """A plan for a number of rows that is not known would be made anew each time."""
    path = "bookings?select=id,campus:campuses(campus)&order=created_at.desc&limit=7&offset=0"
    for _ in range(12):
        assert (await rest.ask("admin", "GET", path)).status_code == 200
    async with rest.database.reading(None) as tx:
        plans = await tx.fetch(
            "select custom_plans, generic_plans from pg_prepared_statements "
            "where statement like '%limit 7%' and statement not like '%pg_prepared%'"
        )
    assert [(one["custom_plans"], one["generic_plans"]) for one in plans] == [(5, 7)]


async def test_the_history_is_planned_by_what_is_asked_for(rest: Rest) -> None:
    """A plan that is kept knows no rare table from a frequent one, and passes millions of lines."""
    path = "audit_log?select=id&id=gt.0&order=id.desc&limit=9"
    for _ in range(24):
        assert (await rest.ask("admin", "GET", path)).status_code == 200
    plans: list[asyncpg.Record] = []
    async with AsyncExitStack() as held:
        # Whichever connection of the pool it was asked on.
        for _ in range(rest.database.pool()[0]):
            tx = await held.enter_async_context(rest.database.reading(None))
            plans += await tx.fetch(
                "select generic_plans from pg_prepared_statements "
                "where statement like '%limit 9%' and statement not like '%pg_prepared%'"
            )
    assert {one["generic_plans"] for one in plans} == {0}


async def test_a_count_alone_is_noted_too(rest: Rest) -> None:
    before = len(await _lines(rest))
    await rest.ask("admin", "HEAD", ALL, prefer="count=exact")
    assert len(await _lines(rest)) == before + 1


async def test_a_change_is_a_look_at_what_it_answers(rest: Rest) -> None:
    """Rows are changed to what they are already: no trigger has anything to say."""
    path = "bookings?status=eq.pending&select=id,email,pickup_queue(id)"
    for prefer in ("return=representation", "return=minimal"):
        before = len(await _lines(rest))
        answer = await rest.ask(
            "executive", "PATCH", path, json={"status": "pending"}, prefer=prefer
        )
        assert answer.status_code in (200, 204), answer.text
        (line,) = (await _lines(rest))[before:]
        counted = int(answer.headers["content-range"].split("-")[1].split("/")[0]) + 1
        assert line["after"]["rows"] == counted
        assert line["after"]["filter"] == "status=eq.pending"
        assert line["table_name"] == "bookings"


async def test_a_change_that_is_noted_is_kept_for_certain(rest: Rest) -> None:
    """It waits for the disk: only reads do not."""
    async with rest.database.owner() as tx:
        await note(tx, Look("bookings", "", 1), changed=True)
        assert await tx.fetchval("show synchronous_commit") == "on"
        await note(tx, Look("bookings", "", 1))
        assert await tx.fetchval("show synchronous_commit") == "off"


async def test_a_command_that_lists_customers_is_noted(rest: Rest) -> None:
    (line,) = await _read(rest, "worker", "rpc/crowd")
    assert (line["table_name"], line["after"]["rows"]) == ("crowd", 2)


async def test_what_is_no_look_at_customers_is_not(rest: Rest) -> None:
    for who, path in (
        ("maya", "bookings"),
        ("service", "bookings"),
        ("anon", "campuses"),
        ("worker", "campuses"),
        ("worker", "slot_availability"),
        ("admin", "audit_log"),
        ("worker", f"users?id=eq.{WILL}"),
        ("maya", "rpc/crowd"),
    ):
        assert await _read(rest, who, path) == [], (who, path)
    # One's own profile beside others' is a look.
    assert await _read(rest, "worker", f"users?or=(id.eq.{WILL},id.eq.{MAYA})")
    assert await _read(rest, "worker", f"users?full_name=neq.id%3Deq.{WILL}")


async def test_a_look_names_the_customer_or_booking_it_asks_for(rest: Rest) -> None:
    """So the history can answer who looked at one customer (rule: looks-are-logged)."""
    booking = "0190a5f0-0000-7000-8000-00000000abcd"
    for path, named in (
        (f"bookings?id=eq.{booking}", {"booking_id": booking}),
        (f"bookings?id=in.({booking.upper()})", {"booking_id": booking}),
        (f"pickups?booking_id=eq.{booking}", {"booking_id": booking}),
        (f"users?id=eq.{MAYA}", {"user_id": str(MAYA)}),
        (f"bookings?user_id=eq.{MAYA}&status=eq.pending", {"user_id": str(MAYA)}),
        (f"pickups?id=eq.{booking}", {}),
        (f"bookings?id=neq.{booking}", {}),
        (f"bookings?id=in.({booking},{MAYA})", {}),
    ):
        (line,) = await _read(rest, "admin", path)
        found = {
            key: line["after"][key] for key in ("booking_id", "user_id") if key in line["after"]
        }
        assert found == named, path


@pytest.mark.parametrize("bookings", ["", "0190a5f0-0000-7000-8000-00000000dcba"])
async def test_the_looks_at_one_customer_are_found(rest: Rest, bookings: str) -> None:
    """The filter is the one of the History tab (web/api/reports/audit.ts)."""
    await rest.get("admin", f"users?id=eq.{MAYA}")
    await rest.get("worker", f"users?id=eq.{ADA}")
    about = ",".join(
        (
            f"and(table_name.in.(users,auth.users),row_id.in.({MAYA}))",
            f"and(action.eq.read,after->>user_id.in.({MAYA}))",
            f"and(table_name.in.(bookings,kit_deliveries),row_id.in.({bookings}))",
            f"after->>booking_id.in.({bookings})",
            f"before->>booking_id.in.({bookings})",
        )
    )
    looks = "action.eq.view,and(action.eq.read,table_name.not.in.(cases))"
    path = f"audit_log?select=row_id,after&or=({looks})&or=({about})&order=id.desc"
    found = await rest.get("admin", path)
    assert found.status_code == 200, found.text
    assert found.json()
    assert {line["after"]["user_id"] for line in found.json()} == {str(MAYA)}


async def test_long_filters_are_cut_short(rest: Rest) -> None:
    (line,) = await _read(rest, "admin", f"bookings?email=in.({'a@example.test,' * 300}b)")
    assert len(line["after"]["filter"]) < 60
    (line,) = await _read(rest, "admin", "bookings?" + "&".join(["email=neq.x"] * 90))
    assert len(line["after"]["filter"]) <= 400


async def test_what_cannot_be_noted_is_not_answered(rest: Rest) -> None:
    async with rest.database.owner() as tx:
        await tx.execute(
            "create function app.full() returns trigger language plpgsql as "
            "$$ begin raise 'disk full' using errcode = '53100'; end $$; "
            "create trigger full_log before insert on audit_log "
            "for each row execute function app.full()"
        )
    try:
        answer = await rest.get("worker", "bookings")
    finally:
        async with rest.database.owner() as tx:
            await tx.execute("drop trigger full_log on audit_log; drop function app.full()")
    assert answer.status_code == 503
    assert "example.test" not in answer.text
