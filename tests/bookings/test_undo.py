"""Undo of a booking's last change within ten minutes (rule: undo)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups.commands import COMMANDS as PICKUP_COMMANDS
from summerstow.office.bulk.commands import COMMANDS as BULK_COMMANDS
from summerstow.office.customers import records
from summerstow.platform import clock, windows
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
AFTERNOON = "12:00 PM - 3:00 PM"
PICKUP = date(2027, 4, 28)
At = Callable[[timedelta], None]


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings, slots and the commands that change a booking."""
    commands = (*COMMANDS, *records.COMMANDS, *PICKUP_COMMANDS, *BULK_COMMANDS)
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in commands},
    )


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Let it be this long before the pickup's window begins."""

    def set_clock(notice: timedelta) -> None:
        moment: datetime = windows.starts_at(1, PICKUP, MORNING) - notice
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_clock(timedelta(days=5))
    return set_clock


@pytest.fixture
async def day(database: Database) -> date:
    """A pickup day of the test's own."""
    async with database.owner() as tx:
        taken: int = await tx.fetchval("select count(*) from public.slot_availability")
    return PICKUP + timedelta(days=3000 + taken)


async def _booked(rest: RestClients, who: Person | None, day: date, **more: Any) -> dict[str, Any]:
    body = booking_body(pickup_date=day.isoformat(), pickup_time=MORNING) | more
    answer = await rest.of(who).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


async def _done(rest: RestClients, who: Person, name: str, **arguments: Any) -> Any:
    answer = await rest.of(who).post(f"/rpc/{name}", json=arguments)
    assert answer.status_code in (200, 204), answer.text
    return answer.json() if answer.content else None


async def _refused(rest: RestClients, who: Person, name: str, **arguments: Any) -> str:
    answer = await rest.of(who).post(f"/rpc/{name}", json=arguments)
    assert answer.status_code in (403, 409), answer.text
    return str(answer.json()["message"])


async def _row(database: Database, booking: str) -> dict[str, Any]:
    async with database.owner() as tx:
        row = await tx.fetchrow("select * from public.bookings where id = $1", UUID(booking))
    assert row is not None
    return dict(row)


async def _mails(database: Database, email: str) -> list[str]:
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select kind from app.outbox where recipient = $1 and kind <> 'booking_received' "
            "order by id",
            email,
        )
    return [row["kind"] for row in rows]


async def _all_sent(database: Database, email: str) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "update app.outbox set sent_at = now(), attempts = 1 where recipient = $1", email
        )


async def _slot(database: Database, day: date, places: int) -> UUID:
    async with database.owner() as tx:
        found: UUID = await tx.fetchval(
            "insert into public.slot_availability (campus_id, date, time_of_day, capacity, "
            "available_slots) values (1, $1, 'morning', $2, $2) returning id",
            day,
            places,
        )
    return found


async def _free(database: Database, slot: UUID) -> int:
    async with database.owner() as tx:
        found: int = await tx.fetchval(
            "select available_slots from public.slot_availability where id = $1", slot
        )
    return found


async def _stops(database: Database, booking: str) -> list[tuple[Any, ...]]:
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select kind, date, run_id, position, queue_position, locked, state "
            "from public.run_stops where booking_id = $1 order by kind",
            UUID(booking),
        )
    return [tuple(row) for row in rows]


#: What an undo may leave other than it was.
_NEW = {"updated_at"}


@pytest.mark.parametrize("role", ["admin", "executive"])
async def test_a_cancelled_booking_stands_again_with_all_that_hung_on_it(
    rest: RestClients, database: Database, at: At, day: date, role: Any
) -> None:
    """Its place, its stops where they stood, its request; the mail about it is dropped."""
    mina, alma = await person(database), await person(database, role)
    slot = await _slot(database, day, 1)
    kit = (day - timedelta(days=9)).isoformat()
    booking = await _booked(rest, mina, day, supply_kit_delivery_date=kit)
    others = [await _booked(rest, None, day, pickup_time=AFTERNOON) for _ in range(2)]
    async with database.owner() as tx:
        run = await tx.fetchval(
            "insert into public.runs (campus_id, date, name) values (1, $1, 'Van 2') returning id",
            day,
        )
        ids = [UUID(one["id"]) for one in (*others, booking)]
        await tx.execute(
            "update public.run_stops set run_id = $1 where booking_id = any($2) "
            "and kind = 'pickup'",
            run,
            ids,
        )
        await tx.execute("update public.run_stops set locked = true where booking_id = $1", ids[2])
        await tx.execute(
            "insert into public.date_changes (booking_id, actor_role, field, was_date, is_date, "
            "reason, state) values ($1, 'customer', 'pickup_date', $2, $2, 'customer', 'asked')",
            ids[2],
            day,
        )
    before, stops = await _row(database, booking["id"]), await _stops(database, booking["id"])
    asked = {"booking_id": booking["id"], "expected_fee_cents": 0}
    cancelled = await _done(rest, alma, "cancel_booking", **asked, reason="Wrong booking")
    assert await _free(database, slot) == 1
    assert await _stops(database, booking["id"]) == []
    offered = await _done(rest, alma, "undoable_change", booking_id=booking["id"])
    assert (offered["words"], offered["by"]) == ("Booking cancelled", "You")
    assert 590 < offered["seconds_left"] <= 600
    given = {"booking_id": booking["id"], "seen": offered["seen"]}
    assert datetime.fromisoformat(cancelled["updated_at"]) == datetime.fromisoformat(
        offered["seen"].replace("Z", "+00:00")
    )
    again = await _done(rest, alma, "undo_change", **given)
    assert again["status"] == "pending"
    after = await _row(database, booking["id"])
    assert {key for key in after if after[key] != before[key]} <= _NEW
    assert await _free(database, slot) == 0
    assert await _stops(database, booking["id"]) == stops
    async with database.owner() as tx:
        state = await tx.fetchval(
            "select state from public.date_changes where booking_id = $1", UUID(booking["id"])
        )
    assert state == "asked"
    assert await _mails(database, booking["email"]) == []
    assert await _done(rest, alma, "undoable_change", booking_id=booking["id"]) is None


async def test_a_fee_is_undone_by_its_opposite_and_due_anew_the_next_time(
    rest: RestClients, database: Database, at: At
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    booking = await _booked(rest, mina, PICKUP)
    at(timedelta(hours=20))
    asked = {"booking_id": booking["id"], "expected_fee_cents": 10_000, "reason": "Called us"}

    async def owed() -> tuple[int, int]:
        async with database.owner() as tx:
            rows = await tx.fetch(
                "select owed_cents from app.invoice_owed where booking_id = $1",
                UUID(booking["id"]),
            )
        return sum(row["owed_cents"] for row in rows), len(rows)

    for time in (1, 2):
        row = await _done(rest, alma, "cancel_booking", **asked)
        assert await owed() == (10_000, time)
        given = {"booking_id": booking["id"], "seen": row["updated_at"]}
        await _done(rest, alma, "undo_change", **given)
        assert await owed() == (0, time)
        async with database.owner() as tx:
            balance = await tx.fetchval(
                "select sum(unit_cents * quantity) from public.ledger where booking_id = $1",
                UUID(booking["id"]),
            )
        assert balance == 0
    assert (await _row(database, booking["id"]))["cancellation_fee_cents"] is None


async def test_a_place_that_was_taken_meanwhile_stays_taken(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    slot = await _slot(database, day, 1)
    booking = await _booked(rest, mina, day)
    row = await _done(
        rest,
        alma,
        "cancel_booking",
        booking_id=booking["id"],
        expected_fee_cents=0,
        reason="Wrong booking",
    )
    await _booked(rest, await person(database), day)
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    assert "is full" in await _refused(rest, alma, "undo_change", **given)
    assert (await _row(database, booking["id"]))["status"] == "cancelled"
    assert await _free(database, slot) == 0
    assert await _mails(database, booking["email"]) == ["booking_cancelled"]


async def test_undo_and_another_booking_race_for_the_last_place(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """Just one of them has it, whichever comes first."""
    alma = await person(database, "admin")
    slot = await _slot(database, day, 1)
    for _ in range(4):
        mina, leo = await person(database), await person(database)
        booking = await _booked(rest, mina, day)
        row = await _done(
            rest,
            alma,
            "cancel_booking",
            booking_id=booking["id"],
            expected_fee_cents=0,
            reason="Wrong booking",
        )
        given = {"booking_id": booking["id"], "seen": row["updated_at"]}
        body = booking_body(pickup_date=day.isoformat(), pickup_time=MORNING)
        undone, booked = await asyncio.gather(
            rest.of(alma).post("/rpc/undo_change", json=given),
            rest.of(leo).post("/bookings", json=body),
        )
        assert sorted((undone.status_code, booked.status_code)) in ([200, 409], [201, 409])
        assert await _free(database, slot) == 0
        async with database.owner() as tx:
            await tx.execute(
                "update public.bookings set status = 'cancelled', slot_id = null "
                "where slot_id = $1",
                slot,
            )
            await tx.execute(
                "update public.slot_availability set available_slots = 1 where id = $1", slot
            )


async def test_two_who_undo_do_it_once_and_the_second_is_told(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina = await person(database)
    alma = await person(database, "admin", "Alma Reyes")
    ben = await person(database, "admin", "Ben Okafor")
    slot = await _slot(database, day, 3)
    booking = await _booked(rest, mina, day)
    row = await _done(
        rest,
        alma,
        "cancel_booking",
        booking_id=booking["id"],
        expected_fee_cents=0,
        reason="Wrong booking",
    )
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    answers = await asyncio.gather(
        rest.of(alma).post("/rpc/undo_change", json=given),
        rest.of(ben).post("/rpc/undo_change", json=given),
    )
    assert sorted(one.status_code for one in answers) == [200, 409]
    refused = next(one for one in answers if one.status_code == 409)
    assert refused.json()["message"] in (
        "Alma Reyes undid this already.",
        "Ben Okafor undid this already.",
    )
    assert await _free(database, slot) == 2
    # A retry of the same request, whose answer was lost.
    key = {"Idempotency-Key": uuid4().hex}
    row = await _done(
        rest,
        alma,
        "change_pickup",
        booking_id=booking["id"],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        pickup_time=MORNING,
        reason="customer",
    )
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    for _ in range(2):
        answer = await rest.of(alma).post("/rpc/undo_change", json=given, headers=key)
        assert answer.status_code == 200, answer.text
    assert (await _row(database, booking["id"]))["pickup_date"] == day


async def test_a_moved_pickup_goes_back_and_its_mail_is_never_sent(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, wes = await person(database), await person(database, "worker")
    slot = await _slot(database, day, 1)
    booking = await _booked(rest, mina, day)
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set pickup_confirmed_at = now() where id = $1",
            UUID(booking["id"]),
        )
    before = await _row(database, booking["id"])
    moved = await _done(
        rest,
        wes,
        "change_pickup",
        booking_id=booking["id"],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        pickup_time=AFTERNOON,
        reason="building",
    )
    assert await _free(database, slot) == 1
    async with database.owner() as tx:
        wait = await tx.fetchval(
            "select due_at - $2::timestamptz from app.outbox where kind = 'pickup_moved' "
            "and recipient = $1",
            booking["email"],
            clock.now(),
        )
    assert wait == timedelta(minutes=10)
    given = {"booking_id": booking["id"], "seen": moved["updated_at"]}
    await _done(rest, wes, "undo_change", **given)
    after = await _row(database, booking["id"])
    assert {key for key in after if after[key] != before[key]} <= _NEW
    assert await _free(database, slot) == 0
    assert await _mails(database, booking["email"]) == []
    shown = await _done(rest, mina, "preview_cancellation", booking_id=booking["id"])
    assert "we moved this pickup" not in shown["words"]


async def test_a_message_that_left_gets_one_correction(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """A customer's own cancellation is told at once, and so is a move close to the window.

    Rule: undo-untold.
    """
    mina, alma = await person(database), await person(database, "admin")
    booking = await _booked(rest, mina, day)
    row = await _done(rest, mina, "cancel_booking", booking_id=booking["id"], expected_fee_cents=0)
    await _all_sent(database, booking["email"])
    offered = await _done(rest, alma, "undoable_change", booking_id=booking["id"])
    assert (offered["words"], offered["by"]) == ("Booking cancelled", "The customer")
    await _done(rest, mina, "undo_change", booking_id=booking["id"], seen=row["updated_at"])
    assert await _mails(database, booking["email"]) == ["booking_cancelled", "booking_restored"]

    urgent = await _booked(rest, await person(database), PICKUP)
    at(timedelta(minutes=90))
    row = await _done(
        rest,
        alma,
        "change_pickup",
        booking_id=urgent["id"],
        pickup_date=(PICKUP + timedelta(days=1)).isoformat(),
        pickup_time=MORNING,
        reason="crew",
    )
    await _done(rest, alma, "undo_change", booking_id=urgent["id"], seen=row["updated_at"])
    assert await _mails(database, urgent["email"]) == ["pickup_moved", "pickup_moved"]


async def test_an_edit_and_its_undo_leave_nothing_to_say(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """The late fee of the edit is taken back with it; an earlier edit that waits is still told."""
    mina, alma = await person(database), await person(database, "admin")
    booking = await _booked(rest, mina, PICKUP, email=mina.email)
    at(timedelta(hours=20))

    async def edit(fee: int, **changes: Any) -> str:
        row = await _done(
            rest,
            alma,
            "edit_booking",
            booking_id=booking["id"],
            changes=changes,
            expected_fee_cents=fee,
            reason="Called us",
        )
        return str(row["updated_at"])

    seen = await edit(5_000, address="88 Lakeview Drive")
    await _done(rest, alma, "undo_change", booking_id=booking["id"], seen=seen)
    assert await _mails(database, booking["email"]) == []
    assert (await _row(database, booking["id"]))["location_fee_cents"] == 0
    async with database.owner() as tx:
        owed = await tx.fetchval(
            "select sum(owed_cents) from app.invoice_owed where booking_id = $1",
            UUID(booking["id"]),
        )
    assert owed == 0
    await edit(0, phone="+16045550199")
    seen = await edit(0, first_name="Minna")
    await _done(rest, alma, "undo_change", booking_id=booking["id"], seen=seen)
    async with database.owner() as tx:
        told = await tx.fetchval(
            "select data -> 'changes' ->> 0 from app.outbox where kind = 'booking_changed' "
            "and recipient = $1",
            booking["email"],
        )
    assert "Phone" in told
    assert "Minna" not in told


async def test_a_status_is_undone_by_executives_and_confirms_nobody(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    erin = await person(database, "executive")
    booking = await _booked(rest, mina, day)
    answer = await rest.of(erin).patch(
        f"/bookings?id=eq.{booking['id']}",
        json={"status": "confirmed"},
        headers={"Prefer": "return=representation"},
    )
    seen = answer.json()[0]["updated_at"]
    given = {"booking_id": booking["id"], "seen": seen}
    assert await _done(rest, alma, "undoable_change", booking_id=booking["id"]) is None
    assert await _refused(rest, alma, "undo_change", **given) == "You may not undo this change."
    offered = await _done(rest, erin, "undoable_change", booking_id=booking["id"])
    assert offered["words"] == "Status set to confirmed"
    await _done(rest, erin, "undo_change", **given)
    assert (await _row(database, booking["id"]))["status"] == "pending"
    assert await _mails(database, booking["email"]) == []


async def test_what_followed_or_is_ten_minutes_old_is_not_undone(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina = await person(database)
    alma = await person(database, "admin", "Alma Reyes")
    ben = await person(database, "admin", "Ben Okafor")
    booking = await _booked(rest, mina, day)

    async def move(who: Person, days: int) -> dict[str, Any]:
        row = await _done(
            rest,
            who,
            "change_pickup",
            booking_id=booking["id"],
            pickup_date=(day + timedelta(days=days)).isoformat(),
            pickup_time=MORNING,
            reason="customer",
        )
        return {"booking_id": booking["id"], "seen": row["updated_at"]}

    first = await move(alma, 1)
    second = await move(ben, 2)
    words = await _refused(rest, alma, "undo_change", **first)
    assert words.startswith("Ben Okafor changed this booking since: Pickup moved to")
    other = await _done(rest, mina, "undoable_change", booking_id=booking["id"])
    assert other is None
    stranger = await rest.of(await person(database)).post("/rpc/undo_change", json=second)
    assert stranger.status_code == 404
    async with database.owner() as tx:
        await tx.execute("set local session_replication_role = replica")
        old = await tx.fetchval(
            "update public.bookings set updated_at = updated_at - interval '10 minutes' "
            "where id = $1 returning updated_at",
            UUID(booking["id"]),
        )
        # The change and its line are of one transaction.
        await tx.execute(
            "update public.audit_log set action = action where table_name = 'bookings' "
            "and row_id = $1 and action = 'update'",
            booking["id"],
        )
    late = {"booking_id": booking["id"], "seen": old.isoformat()}
    assert "Ten minutes are over" in await _refused(rest, ben, "undo_change", **late)
    assert await _done(rest, ben, "undoable_change", booking_id=booking["id"]) is None


async def test_one_of_several_that_were_moved_is_left_out_of_their_mail(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """A family's three pickups are moved in one step; one goes back, then all."""
    alma, mother = await person(database, "admin"), await person(database)
    rows = [
        await _booked(rest, None, day, email=mother.email, first_name=one)
        for one in ("Ann", "Bo", "Cy")
    ]
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set email_confirmed_at = now() where email = $1", mother.email
        )
    await _done(
        rest,
        alma,
        "move_bookings",
        bookings=[
            {"booking_id": one["id"], "seen_date": day.isoformat(), "seen_time": MORNING}
            for one in rows
        ],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        reason="building",
    )

    async def told() -> list[list[str]]:
        async with database.owner() as tx:
            found = await tx.fetch(
                "select data::text from app.outbox where kind = 'pickups_moved' and recipient = $1",
                mother.email,
            )
        return [
            [part["name"] for part in msgspec.json.decode(row["data"])["bookings"]] for row in found
        ]

    assert [len(names) for names in await told()] == [3]
    for left, one in zip((2, 1, 0), rows, strict=True):
        offered = await _done(rest, alma, "undoable_change", booking_id=one["id"])
        await _done(rest, alma, "undo_change", booking_id=one["id"], seen=offered["seen"])
        assert [len(names) for names in await told()] == ([left] if left else [])


async def test_several_bookings_are_undone_together_or_none(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    alma = await person(database, "admin")
    slot = await _slot(database, day, 2)
    changes = []
    for _ in range(2):
        booking = await _booked(rest, await person(database), day)
        row = await _done(
            rest,
            alma,
            "cancel_booking",
            booking_id=booking["id"],
            expected_fee_cents=0,
            reason="Flood",
        )
        changes.append({"booking_id": booking["id"], "seen": row["updated_at"]})
    taker = await _booked(rest, await person(database), day)
    assert "is full" in await _refused(rest, alma, "undo_changes", changes=changes)
    assert await _free(database, slot) == 1
    await _done(
        rest, alma, "cancel_booking", booking_id=taker["id"], expected_fee_cents=0, reason="Flood"
    )
    await _done(rest, alma, "undo_changes", changes=changes)
    assert await _free(database, slot) == 0
