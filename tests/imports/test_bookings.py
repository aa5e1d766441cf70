"""Bookings and their items from a file (rule: data-import)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.imports.office import Importing, csv_file
from tests.people import person

HEADINGS = (
    *("Order ID", "Email", "Full Name", "Phone", "Campus", "Residence", "Pickup Date"),
    *("Pickup Time", "Return Date", "Status"),
)
LAST_YEAR = clock.today().year - 1
NEXT_YEAR = clock.today().year + 1


@pytest.fixture
async def office(database: Database) -> AsyncIterator[Importing]:
    yield await Importing.of(database)
    async with database.owner() as tx:
        await tx.execute("delete from app.imports")
        await tx.execute("delete from public.bookings where email like '%@old.test'")
        await tx.execute("delete from slot_availability")
        await tx.execute("delete from app.outbox")


def _past(number: int, **changes: str) -> tuple[str, ...]:
    row = {
        "order": f"B-{number}",
        "email": f"p{number}@old.test",
        "name": f"Pat Number{number}",
        "phone": "604 555 0139",
        "campus": "UBC Vancouver",
        "residence": "Totem Park",
        "pickup": f"21/04/{LAST_YEAR}",
        "time": "9:00 AM - 12:00 PM",
        "back": f"01/09/{LAST_YEAR}",
        "status": "",
    }
    return tuple((row | changes).values())


def _coming(number: int, **changes: str) -> tuple[str, ...]:
    return _past(number, **({"pickup": f"{NEXT_YEAR}-04-21", "back": ""} | changes))


async def _place(database: Database, places: int) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into slot_availability (campus_id, date, time_of_day, capacity, "
            "available_slots) values (1, $1::text::date, 'morning', $2, $2)",
            f"{NEXT_YEAR}-04-21",
            places,
        )


async def _free(database: Database) -> int:
    async with database.owner() as tx:
        free: int = await tx.fetchval("select available_slots from slot_availability")
        return free


async def test_bookings_of_last_year_are_history(office: Importing) -> None:
    """They hold no place, stand in no queue, write no mail and count as made back then."""
    mina = await person(office.database, name="Mina Real")
    file = csv_file(
        HEADINGS,
        [
            _past(1, email=mina.email, time="at nine"),
            _past(2, status="Cancelled", back=""),
            *(_past(at) for at in range(3, 303)),
        ],
        ";",
    )
    written = await office.whole("bookings", file)
    assert (written["rows_written"], written["rows_faulty"]) == (302, 0)
    async with office.database.owner() as tx:
        rows = await tx.fetch(
            "select user_id, status, pickup_date, pickup_time, return_delivery_date, slot_id, "
            "guest_email, created_at::date as made, phone from bookings "
            "where how_heard = 'import' order by created_at, email limit 2"
        )
        stops = await tx.fetchval(
            "select count(*) from run_stops where booking_id in "
            "(select id from bookings where how_heard = 'import')"
        )
        prices = await tx.fetchval(
            "select count(*) from app.booking_prices p join bookings b "
            "on b.id = p.booking_id where b.how_heard = 'import'"
        )
        [by_mina] = await tx.fetch(
            "select status, pickup_time, guest_email from bookings where user_id = $1", mina.id
        )
        [gone] = await tx.fetch(
            "select status, cancelled_at is not null from bookings where email = 'p2@old.test'"
        )
    assert len(rows) == 2
    assert stops == 0
    assert prices == 302
    assert tuple(by_mina) == ("completed", None, None)
    assert tuple(gone) == ("cancelled", True)
    assert {str(one["made"]) for one in rows} == {f"{LAST_YEAR}-04-21"}
    assert await office.count("app.outbox") == 0
    again = await office.whole("bookings", file)
    assert (again["rows_new"], again["rows_known"]) == (0, 302)
    assert (await office.undo(written["id"]))["state"] == "undone"
    assert await office.count("bookings") == 0


async def test_a_booking_to_come_takes_its_place_or_says_why_not(office: Importing) -> None:
    await _place(office.database, 2)
    file = csv_file(
        HEADINGS,
        [
            _coming(1, time="morning"),
            _coming(2, time="09:00-12:00"),
            _coming(3),
            _coming(4, time=""),
            _coming(5, phone=""),
            _coming(6, time="23:00"),
            _coming(1, order="B-7"),
            _coming(8, pickup=f"{NEXT_YEAR}-05-02"),
        ],
    )
    checked = await office.check("bookings", file)
    assert (checked["rows_new"], checked["rows_faulty"]) == (3, 5)
    faults = {
        one["line"]: (one["column"], one["reason"]) for one in await office.faults(checked["id"])
    }
    assert faults[4][0] == "Pickup Time"
    assert faults[4][1].startswith("The window has only 2 free places on ")
    assert faults[5] == ("Pickup Time", "A booking to come needs a pickup time.")
    assert faults[6] == ("Phone", "A booking to come needs a phone number.")
    assert faults[7][1].startswith("This is no pickup window of UBC Vancouver: 9:00 AM")
    assert faults[8] == ("Email", "Line 2 is a booking to come of this customer.")
    assert await _free(office.database) == 2
    # Between the look and the confirmation another customer books.
    async with office.database.owner() as tx:
        await tx.execute("update slot_availability set available_slots = 1")
    written = await office.confirm(checked["id"])
    assert (written["rows_written"], written["rows_faulty"]) == (2, 6)
    [late] = [one for one in await office.faults(checked["id"]) if one["line"] == 3]
    assert late["reason"].startswith("The pickup window ")
    assert late["reason"].count("is full.") == 1
    assert await _free(office.database) == 0
    assert await office.count("app.outbox") == 0
    async with office.database.owner() as tx:
        line = await tx.fetchval("select count(*) from run_stops where kind = 'pickup'")
    assert line == 2
    assert (await office.undo(written["id"]))["state"] == "undone"
    assert await _free(office.database) == 1
    assert await office.count("bookings") == 0


async def test_faulty_rows_name_their_column_and_value(office: Importing) -> None:
    tomorrow = clock.today() + timedelta(days=1)
    rows = [
        _past(1, pickup="31/02/2026"),
        _past(2, campus="Mars"),
        _past(3, phone="call me"),
        _past(4, name="Cher"),
        _past(5, back=f"{LAST_YEAR}-01-01"),
        _past(6, back=tomorrow.isoformat()),
        _past(7),
        _past(7, email="other@old.test"),
        _past(9, residence="see www.example.com"),
    ]
    checked = await office.check("bookings", csv_file(HEADINGS, rows, "\t"))
    found = [
        (one["line"], one["column"], one["value"]) for one in await office.faults(checked["id"])
    ]
    assert found == [
        (2, "Pickup Date", "31/02/2026"),
        (3, "Campus", "Mars"),
        (4, "Phone", "call me"),
        (5, "Full Name", "Cher"),
        (6, "Return Date", f"{LAST_YEAR}-01-01"),
        (7, "Return Date", tomorrow.isoformat()),
        (9, "Order ID", "B-7"),
        (10, None, ""),
    ]
    assert checked["rows_new"] == 1


async def test_items_come_to_their_bookings_and_go_again(office: Importing) -> None:
    await _place(office.database, 5)
    bookings = await office.whole("bookings", csv_file(HEADINGS, [_past(1), _coming(2)]))
    file = csv_file(
        ("Booking", "Item", "Kind", "Declared value", "Heavy"),
        [
            ("B-1", "Blue box", "Box", "$250.00", "no"),
            ("B-1", "Blue box", "Box", "", ""),
            ("B-2", "Winter clothes", "box", "", "yes"),
            ("B-3", "Lamp", "", "", ""),
            ("B-2", "Laptop", "", "9000", ""),
            ("B-2", "Propane tank", "", "", ""),
        ],
    )
    checked = await office.check("items", file)
    faults = [(one["line"], one["column"]) for one in await office.faults(checked["id"])]
    assert faults == [(5, "Booking"), (6, "Declared value"), (7, "Item")]
    written = await office.confirm(checked["id"])
    assert written["rows_written"] == 3
    async with office.database.owner() as tx:
        rows = await tx.fetch(
            "select b.email, i.description, i.kind, i.declared_value_cents, i.heavy, i.state, "
            "b.expected_items from items i join bookings b on b.id = i.booking_id "
            "order by b.email, i.number"
        )
    assert [tuple(one) for one in rows] == [
        ("p1@old.test", "Blue box", "box", 25000, False, "delivered", None),
        ("p1@old.test", "Blue box", "box", 0, False, "delivered", None),
        ("p2@old.test", "Winter clothes", "box", 0, True, "listed", 1),
    ]
    again = await office.whole("items", file)
    assert (again["rows_known"], again["rows_new"]) == (3, 0)
    # Bookings with items stay; without them they go.
    stays = await office.undo(bookings["id"])
    assert stays["error"].startswith("2 bookings of this import changed since, or have items,")
    assert (await office.undo(written["id"]))["state"] == "undone"
    assert await office.count("items") == 0
    assert (await office.undo(bookings["id"]))["state"] == "undone"


async def test_customers_that_come_after_their_bookings_have_them(office: Importing) -> None:
    bookings = await office.whole("bookings", csv_file(HEADINGS, [_past(1), _coming(2)]))
    people = csv_file(("Email", "Name"), [(f"p{at}@old.test", "Pat Lee") for at in (1, 2, 3)])
    customers = await office.whole("customers", people)
    async with office.database.owner() as tx:
        count = await tx.fetchval(
            "select count(*) from bookings b join users u on u.id = b.user_id "
            "where u.email = b.email and u.email like '%@old.test'"
        )
    assert count == 2
    assert await office.count("app.outbox") == 0
    # What was attached by an import is no change of a booking's own.
    stays = await office.undo(customers["id"])
    assert stays["error"].startswith("2 accounts of this import signed in, changed or have")
    assert (await office.undo(bookings["id"]))["state"] == "undone"
    assert (await office.undo(customers["id"]))["state"] == "undone"


async def test_items_find_a_booking_by_address_and_day(office: Importing) -> None:
    await office.whole(
        "bookings", csv_file(HEADINGS, [_past(1), _past(1, order="X", pickup=f"2/5/{LAST_YEAR}")])
    )
    file = csv_file(
        ("Email", "Pickup day", "Contents"),
        [
            ("p1@old.test", f"2/5/{LAST_YEAR}", "Box of books"),
            ("p1@old.test", "", "Bicycle"),
            ("p9@old.test", "", "Bicycle"),
        ],
    )
    checked = await office.check("items", file)
    assert [one["reason"] for one in await office.faults(checked["id"])] == [
        "This customer has several bookings. Give the pickup date or a reference.",
        "This customer has no such booking.",
    ]
    assert (await office.confirm(checked["id"]))["rows_written"] == 1
