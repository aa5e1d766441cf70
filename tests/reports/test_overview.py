"""`season_overview`, against rows made by hand and against the generated past at its real size."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from summerstow.billing.pricing import season
from summerstow.billing.pricing.plans import plan_for
from summerstow.demo import past
from summerstow.office.overview.commands import COMMANDS
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.roles import Role
from tests.people import RestClients, person
from tests.price_list import PRICES


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the overview alone."""
    return RestClients(database, {}, {one.name: one for one in COMMANDS})


@pytest.fixture
async def executive(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


async def _overview(client: httpx.AsyncClient, **arguments: Any) -> dict[str, Any]:
    answer = await client.post("/rpc/season_overview", json=arguments)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def _booked(database: Database, made: str, **columns: Any) -> UUID:
    """A booking made at this moment (UTC), with these columns."""
    booking_id = uuid4()
    given = {"id": booking_id, "campus_id": 1, "email": "a@example.test"} | columns
    given |= {"created_at": datetime.fromisoformat(made)}
    given |= {"updated_at": given.get("updated_at", given["created_at"])}
    names = ", ".join(given)
    places = ", ".join(f"${number}" for number in range(1, len(given) + 1))
    async with database.owner() as tx:
        await tx.execute(
            f"insert into public.bookings ({names}) values ({places})", *given.values()
        )
    return booking_id


async def _counted(database: Database, booking_id: UUID, day: date, items: int, at: str) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.pickups (booking_id, pickup_date, status, items_counted, "
            "completed_at) values ($1, $2, 'completed', $3, $4)",
            booking_id,
            day,
            items,
            datetime.fromisoformat(at),
        )


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def test_days_are_campus_days_and_a_booking_sent_anew_counts_once(
    executive: httpx.AsyncClient, database: Database
) -> None:
    # 06:59 UTC is still the evening before on campus (UTC-7); 07:00 is the new day.
    await _booked(database, "2024-07-02T06:59:59+00:00", pickup_date=date(2024, 7, 20))
    kept = await _booked(database, "2024-07-02T07:00:00+00:00", campus_id=2)
    await _booked(
        database, "2024-07-02T09:00:00+00:00", status="cancelled", superseded_by=kept, campus_id=2
    )
    # On the day before and on the day after the range: neither counts.
    await _booked(database, "2024-07-01T06:59:59+00:00")
    await _booked(database, "2024-07-04T07:00:00+00:00")
    found = await _overview(executive, **{"from": "2024-07-01", "to": "2024-07-03"})
    assert [(one["day"], one["campus_id"], one["made"]) for one in found["days"]] == [
        ("2024-07-01", 1, 1),
        ("2024-07-02", 2, 1),
    ]
    assert found["figures"]["made"] == 2
    assert found["figures"]["cancelled"] == 0
    pickups = await _overview(executive, **{"from": "2024-07-20", "to": "2024-07-20"})
    assert pickups["figures"]["pickups"] == 1


async def test_places_offered_and_taken(executive: httpx.AsyncClient, database: Database) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.slot_availability (date, campus_id, capacity, available_slots, "
            "time_of_day) values ('2023-04-20', 1, 10, 4, 'morning'), "
            "('2023-04-20', 1, 5, 5, 'evening'), ('2023-04-21', 3, 8, 0, 'morning'), "
            "('2023-04-22', 1, 99, 0, 'morning')"
        )
    asked = {"from": "2023-04-20", "to": "2023-04-21"}
    found = await _overview(executive, **asked)
    assert [(one["campus_id"], one["capacity"], one["taken"]) for one in found["days"]] == [
        (1, 15, 6),
        (3, 8, 8),
    ]
    assert (found["figures"]["capacity"], found["figures"]["taken"]) == (23, 14)
    alone = await _overview(executive, **asked, campus_id=3)
    assert (alone["figures"]["capacity"], alone["figures"]["taken"]) == (8, 8)
    assert alone["figures"]["sign_ups"] is None


async def test_cancellations_by_reason_with_their_fees(
    executive: httpx.AsyncClient, database: Database
) -> None:
    def cancelled(at: str, note: str | None, fee: int | None) -> dict[str, Any]:
        return {
            "status": "cancelled",
            "cancelled_at": _moment(at),
            "cancellation_note": note,
            "cancellation_fee_cents": fee,
        }

    made = "2022-05-01T12:00:00+00:00"
    await _booked(database, made, **cancelled("2022-05-02T12:00:00+00:00", "Staying here", 10_000))
    await _booked(database, made, **cancelled("2022-05-03T12:00:00+00:00", " staying here ", None))
    await _booked(database, made, **cancelled("2022-05-03T12:00:00+00:00", None, 0))
    # Set by staff: no moment of its own, so the row's last change stands for it.
    await _booked(
        database, made, status="cancelled", updated_at=_moment("2022-05-04T12:00:00+00:00")
    )
    await _booked(database, made, **cancelled("2022-06-04T12:00:00+00:00", "Much later", 10_000))
    found = await _overview(executive, **{"from": "2022-05-02", "to": "2022-05-04"})
    assert found["figures"]["cancelled"] == 4
    assert [(one["reason"], one["bookings"], one["fee_cents"]) for one in found["reasons"]] in (
        [("Staying here", 2, 10_000), (None, 2, 0)],
        [("staying here", 2, 10_000), (None, 2, 0)],
    )


async def _entered(database: Database, booking_id: UUID, day: date, **columns: Any) -> None:
    """An entry of the ledger."""
    given = {
        "booking_id": booking_id,
        "day": day,
        "code": "storage",
        "event": "Event",
        "words": "Words",
        "term": "",
        "actor_role": "service",
        "cause": str(uuid4()),
    } | columns
    given["amount_cents"] = given["unit_cents"]
    names = ", ".join(given)
    places = ", ".join(f"${number}" for number in range(1, len(given) + 1))
    async with database.owner() as tx:
        await tx.execute(f"insert into public.ledger ({names}) values ({places})", *given.values())


async def test_money_is_the_ledgers_booked_on_its_day_and_received_when_the_bank_had_it(
    executive: httpx.AsyncClient, database: Database
) -> None:
    here = await _booked(database, "2017-01-10T12:00:00+00:00", campus_id=2)
    there = await _booked(database, "2017-01-10T12:00:00+00:00", campus_id=3)
    paid = {"kind": "payment", "received_on": date(2017, 5, 3)}
    for booking, day, entry in (
        (here, 1, {"kind": "charge", "unit_cents": 10_500}),
        (here, 1, {"kind": "tax", "unit_cents": 525}),
        (here, 2, {"kind": "discount", "unit_cents": -1000}),
        (here, 2, {"kind": "credit", "unit_cents": -2500}),
        # Entered on the 5th, with the bank since the 3rd.
        (here, 5, paid | {"unit_cents": -8000, "bank_reference": "A"}),
        (here, 6, {"kind": "refund", "unit_cents": 500}),
        (here, 6, {"kind": "waiver", "unit_cents": -100}),
        (there, 6, {"kind": "write_off", "unit_cents": -100}),
        (there, 1, {"kind": "charge", "unit_cents": 700}),
        # After the range, although it was entered in it.
        (there, 4, paid | {"unit_cents": -700, "bank_reference": "B"}),
    ):
        late = {"received_on": date(2017, 6, 1)} if entry.get("bank_reference") == "B" else {}
        await _entered(database, booking, date(2017, 5, day), **(entry | late))
    asked = {"from": "2017-05-01", "to": "2017-05-31"}
    found = await _overview(executive, **asked)
    assert [
        (one["day"], one["campus_id"], one["booked_cents"], one["received_cents"])
        for one in found["days"]
    ] == [
        ("2017-05-01", 2, 11_025, 0),
        ("2017-05-01", 3, 700, 0),
        ("2017-05-02", 2, -3500, 0),
        ("2017-05-03", 2, 0, 8000),
        ("2017-05-06", 2, 0, -500),
    ]
    figures = found["figures"]
    assert (figures["booked_cents"], figures["tax_cents"]) == (8225, 525)
    assert figures["received_cents"] == 7500
    alone = await _overview(executive, **asked, campus_id=3)
    assert (alone["figures"]["booked_cents"], alone["figures"]["received_cents"]) == (700, 0)


async def test_friends_are_referrals_and_shared_bundles(
    executive: httpx.AsyncClient, database: Database
) -> None:
    made = "2016-02-01T12:00:00+00:00"
    referred = await _booked(database, made, referral_code="SS-FRIEND")
    await _booked(database, made, referral_code="SS-FRIEND", status="cancelled")
    shared = await _booked(database, made)
    left = await _booked(database, made)
    async with database.owner() as tx:
        for booking, gone in ((referred, False), (shared, False), (shared, False), (left, True)):
            await tx.execute(
                "insert into app.plan_members (booking_id, joined_at, left_at) "
                "values ($1, '2016-02-02', case when $2 then '2016-02-03'::timestamptz end)",
                booking,
                gone,
            )
    found = await _overview(executive, **{"from": "2016-02-01", "to": "2016-02-29"})
    assert found["friends"] == {"made": 3, "referred": 1, "shared": 2}


async def test_what_is_expected_is_the_plan_by_items_counted_and_says_what_is_not_counted(
    executive: httpx.AsyncClient, database: Database
) -> None:
    day, back = date(2021, 4, 30), date(2021, 9, 1)
    made = "2021-04-10T12:00:00+00:00"
    medium = await _booked(database, made, pickup_date=day, return_delivery_date=back)
    await _counted(database, medium, day, 4, "2021-04-30T17:00:00+00:00")
    await _counted(database, medium, date(2021, 5, 2), 3, "2021-05-02T17:00:00+00:00")
    later = await _booked(database, made, pickup_date=day)
    await _counted(database, later, day, 20, "2021-04-30T18:00:00+00:00")
    await _booked(database, made, pickup_date=day)
    gone = await _booked(database, made, pickup_date=day, status="cancelled")
    await _counted(database, gone, day, 9, "2021-04-30T17:00:00+00:00")
    found = await _overview(executive, **{"from": "2021-04-01", "to": "2021-04-30"})
    figures = found["figures"]
    free = season.next_free_return(day)[0]
    assert figures["storage_cents"] == (
        plan_for(PRICES, 7).monthly_cents * season.months(day, back)
        + plan_for(PRICES, 20).monthly_cents * season.months(day, free)
    )
    assert (figures["counted"], figures["uncounted"]) == (2, 1)
    assert {one["plan"]: one["bookings"] for one in found["plans"]} == {
        "Medium Bundle": 1,
        "XL Bundle": 1,
    }


async def test_a_year_before_goes_to_the_same_day(
    executive: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "today", lambda: date(2020, 3, 10))
    await _booked(database, "2020-03-10T20:00:00+00:00", pickup_date=date(2020, 4, 20))
    same = await _booked(database, "2019-03-10T20:00:00+00:00", pickup_date=date(2019, 4, 20))
    await _booked(database, "2019-03-12T20:00:00+00:00", pickup_date=date(2019, 4, 20))
    # Counted after the same day last year: at that moment nobody knew it yet.
    await _counted(database, same, date(2019, 4, 20), 5, "2019-04-20T17:00:00+00:00")
    found = await _overview(executive, **{"from": "2020-03-01", "to": "2020-04-30"})
    assert (found["today"], found["until"]) == ("2020-03-10", "2020-03-10")
    before = found["before"]
    assert (before["from"], before["to"], before["until"]) == (
        "2019-03-01",
        "2019-04-30",
        "2019-03-10",
    )
    assert (found["figures"]["made"], before["figures"]["made"]) == (1, 1)
    assert (found["figures"]["uncounted"], before["figures"]["uncounted"]) == (1, 1)
    # The line of last season goes on to its end.
    assert sum(one["made"] for one in before["days"]) == 2


async def test_sign_ups_are_customers(executive: httpx.AsyncClient, database: Database) -> None:
    signed_up = await person(database)
    staff = await person(database, "worker")
    async with database.owner() as tx:
        await tx.execute(
            "update public.users set created_at = '2018-02-03T20:00:00Z' where id = any($1)",
            [signed_up.id, staff.id],
        )
    found = await _overview(executive, **{"from": "2018-02-01", "to": "2018-02-28"})
    assert found["days"] == [
        {"day": "2018-02-03", "campus_id": None, "made": 0, "cancelled": 0}
        | {"pickups": 0, "done": 0, "capacity": 0, "taken": 0, "sign_ups": 1}
        | {"booked_cents": 0, "tax_cents": 0, "received_cents": 0}
    ]


async def test_what_crews_did_and_missed_stands_apart_from_what_was_planned(
    executive: httpx.AsyncClient, database: Database
) -> None:
    day, made = date(2014, 4, 30), "2014-04-10T12:00:00+00:00"
    for number, heard in ((17, "friend"), (18, "friend"), (19, "website")):
        done = await _booked(
            database, made, pickup_date=day, status="picked_up", how_heard=heard, campus_id=3
        )
        await _counted(database, done, day, 5, f"2014-04-30T{number}:00:00+00:00")
    undone = await _booked(database, made, pickup_date=day, campus_id=3, how_heard="poster")
    async with database.owner() as tx:
        # Completed by mistake, and taken back: nothing of it counts.
        await tx.execute(
            "insert into public.pickups (booking_id, pickup_date, status, items_counted) "
            "values ($1, $2, 'in_progress', 9)",
            undone,
            day,
        )
    found = await _overview(executive, **{"from": "2014-04-01", "to": "2014-04-30"}, campus_id=3)
    figures = found["figures"]
    assert (figures["pickups"], figures["done"]) == (4, 3)
    assert (figures["counted"], figures["uncounted"]) == (3, 1)
    # Three stops from 17:00 to 19:00; the fourth was never picked up.
    assert found["crew"] == {"stops": 3, "minutes": 120, "missed": 1, "due": 4}
    assert found["sources"] == [
        {"source": "friend", "bookings": 2},
        {"source": "poster", "bookings": 1},
        {"source": "website", "bookings": 1},
    ]


async def test_what_is_owed_is_told_by_its_age(
    executive: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "today", lambda: date(2013, 6, 30))
    booking = await _booked(database, "2013-04-10T12:00:00+00:00", campus_id=1)
    async with database.owner() as tx:
        # Of other tests nothing may be in it.
        await tx.execute("update public.bookings set campus_id = 2 where id <> $1", booking)
        for number, due in enumerate(("06-30", "06-29", "06-23", "06-22", "05-30", "05-01")):
            await tx.execute(
                "insert into public.invoices (reference, booking_id, cause, kind, words, issued_on,"
                " due_on, subtotal_cents, tax_name, tax_basis_points, tax_cents, total_cents) "
                "values ($1, $2, gen_random_uuid()::text, 'fee', 'Fee', $3, $3, 1000, 'GST', 500, "
                "0, 1000)",
                f"AGED{'ABCDEF'[number]}XXX",
                booking,
                date.fromisoformat(f"2013-{due}"),
            )
    found = await _overview(executive, **{"from": "2013-06-01", "to": "2013-06-30"}, campus_id=1)
    assert {one["age"]: (one["invoices"], one["owed_cents"]) for one in found["owed"]} == {
        "not_due": (1, 1000),
        "week": (2, 2000),
        "month": (1, 1000),
        "older": (2, 2000),
    }


@pytest.mark.parametrize("role", ["customer", "worker", "admin", None])
async def test_only_executives_see_it(
    rest: RestClients, database: Database, role: Role | None
) -> None:
    client = rest.of(await person(database, role) if role else None)
    answer = await client.post(
        "/rpc/season_overview", json={"from": "2024-01-01", "to": "2024-02-01"}
    )
    assert answer.status_code == (403 if role else 401)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2024-02-02", "2024-02-01"),
        ("2024-01-01", "2025-01-01"),
        ("9999-08-31", "9999-08-31"),
    ],
)
async def test_a_range_is_in_order_and_at_most_a_year(
    executive: httpx.AsyncClient, first: str, last: str
) -> None:
    answer = await executive.post("/rpc/season_overview", json={"from": first, "to": last})
    assert answer.status_code == 400
    assert answer.json()["code"] == "23514"


async def test_ten_thousand_bookings_add_up(
    executive: httpx.AsyncClient, database: Database
) -> None:
    await past.generate(database, 10_000)
    year = clock.today().year - 1
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select created_at, campus_id, status, pickup_date from public.bookings "
            "where superseded_by is null"
        )
    made = Counter(
        (clock.campus_time(row["created_at"]).date().isoformat(), row["campus_id"])
        for row in rows
        if clock.campus_time(row["created_at"]).year == year
    )
    found = await _overview(executive, **{"from": f"{year}-01-01", "to": f"{year}-12-31"})
    counted = {(one["day"], one["campus_id"]): one["made"] for one in found["days"] if one["made"]}
    assert counted == made
    assert found["figures"]["pickups"] == sum(
        row["status"] != "cancelled"
        and row["pickup_date"] is not None
        and row["pickup_date"].year == year
        for row in rows
    )
