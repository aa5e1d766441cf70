"""Only days inside a published season are sold (rules: season-days, season-opens)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pytest

from summerstow.bookings.commands import COMMANDS as BOOKING_COMMANDS
from summerstow.bookings.dates import conflicts
from summerstow.bookings.table import BookingRules
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.documents.season import Season, SeasonClosedDay, SeasonDocument
from summerstow.platform.outbox.render import render
from summerstow.slots import availability, season, waiting_list
from summerstow.slots.commands import COMMANDS
from tests.people import YEAR, RestClients, booking_body, person

MORNING = "9:00 AM - 12:00 PM"
READ_BACK = {"Prefer": "return=representation"}
#: A Monday in April.
FIRST = date(YEAR, 4, 1) + timedelta(days=-date(YEAR, 4, 1).weekday() % 7)
LAST = FIRST + timedelta(days=20)
HOLIDAY = FIRST + timedelta(days=2)
SEASON = Season(
    first_pickup=FIRST,
    last_pickup=LAST,
    first_return=LAST + timedelta(days=1),
    last_return=date(YEAR, 9, 20),
    first_free_return=date(YEAR, 9, 1),
    last_free_return=date(YEAR, 9, 10),
    weekdays=(1, 2, 3, 4, 5, 6),
    closed_days=(SeasonClosedDay(HOLIDAY, "Founders' Day"),),
    days_ahead=0,
    cut_off_hours=0,
    without_places="open",
)


@pytest.fixture
def rest(database: Database) -> RestClients:
    known = (*COMMANDS, *BOOKING_COMMANDS, availability.COMMAND)
    return RestClients(database, {"bookings": BookingRules()}, {one.name: one for one in known})


@pytest.fixture(autouse=True)
def as_shipped() -> Iterator[None]:
    yield
    published.hold([])


def _publish(**changes: Any) -> None:
    shipped: SeasonDocument = published.shipped()["season"]
    one = msgspec.structs.replace(SEASON, **changes)
    document = msgspec.json.encode(SeasonDocument(shipped.free_return, (one,))).decode()
    published.hold([published.Version("season", date(2000, 1, 1), document)])


async def _book(client: httpx.AsyncClient, day: date, **more: Any) -> httpx.Response:
    body = booking_body(campus_id=1, pickup_date=day.isoformat(), pickup_time=MORNING, **more)
    return await client.post("/bookings", json=body, headers=READ_BACK)


@pytest.mark.parametrize(
    ("days", "why"),
    [
        (-1, f"We pick up from {clock.day_in_words(FIRST)} to {clock.day_in_words(LAST)}."),
        (21, f"We pick up from {clock.day_in_words(FIRST)} to {clock.day_in_words(LAST)}."),
        (2, f"We are closed on {clock.spoken_day(HOLIDAY)}: Founders' Day."),
        (6, "We do not work on Sundays."),
    ],
)
async def test_a_day_without_pickups_is_refused_and_says_why(
    rest: RestClients, days: int, why: str
) -> None:
    _publish()
    day = FIRST + timedelta(days=days)
    refused = await _book(rest.of(None), day)
    assert refused.status_code == 409, refused.text
    assert refused.json()["message"].startswith(why)
    held = {"campus_id": 1, "pickup_date": day.isoformat(), "pickup_time": MORNING}
    assert (await rest.of(None).post("/rpc/hold_place", json=held)).status_code == 409
    shown = (await rest.of(None).get(f"/rpc/places_left?campus_id=1&from={day}&to={day}")).json()
    assert (shown["days"][0]["closed"], shown["days"][0]["reason"]) == (True, why)
    assert [one["capacity"] for one in shown["days"][0]["windows"]] == [0, 0, 0]


async def test_a_cancellation_is_undone_after_the_cut_off(
    rest: RestClients, database: Database
) -> None:
    """What a customer had booked in time is theirs again (rule: undo)."""
    _publish()
    mina = rest.of(await person(database))
    booked = (await _book(mina, FIRST)).json()[0]
    _publish(cut_off_hours=24 * 1000)
    given = {"booking_id": booked["id"], "expected_fee_cents": 0}
    cancelled = (await mina.post("/rpc/cancel_booking", json=given)).json()
    given = {"booking_id": booked["id"], "seen": cancelled["updated_at"]}
    undone = await mina.post("/rpc/undo_change", json=given)
    assert undone.status_code == 200, undone.text


async def test_days_of_the_season_are_sold(rest: RestClients) -> None:
    _publish()
    for day in (FIRST, LAST - timedelta(days=1)):
        assert (await _book(rest.of(None), day)).status_code == 201
    shown = await rest.of(None).get(f"/rpc/places_left?campus_id=1&from={FIRST}&to={FIRST}")
    assert shown.json()["days"][0]["reason"] is None


async def test_the_places_shown_first_are_those_of_the_season(
    rest: RestClients, database: Database
) -> None:
    _publish()
    before = (await rest.of(None).get("/rpc/places_left?campus_id=3")).json()
    assert (before["from"], before["has_slots"]) == (FIRST.isoformat(), False)
    async with database.owner() as tx:
        for day in (FIRST - timedelta(days=30), FIRST + timedelta(days=4)):
            await tx.execute(
                "insert into slot_availability (date, campus_id, time_of_day) "
                "values ($1, 3, 'morning')",
                day,
            )
    after = (await rest.of(None).get("/rpc/places_left?campus_id=3")).json()
    assert after["from"] == (FIRST + timedelta(days=4)).isoformat()


async def test_a_refusal_names_only_windows_that_are_sold(
    rest: RestClients, database: Database
) -> None:
    _publish()
    async with database.owner() as tx:
        await tx.execute("delete from slot_availability")
        for day in (FIRST - timedelta(days=1), HOLIDAY, FIRST + timedelta(days=3)):
            await tx.execute(
                "insert into slot_availability (date, campus_id, time_of_day) "
                "values ($1, 1, 'evening')",
                day,
            )
    refused = await _book(rest.of(None), HOLIDAY)
    nearest = f"{clock.spoken_day(FIRST + timedelta(days=3))}, 3:00 PM - 6:00 PM"
    assert refused.json()["hint"] == nearest


async def test_returns_have_days_of_their_own(rest: RestClients) -> None:
    _publish()
    refused = await _book(
        rest.of(None),
        FIRST,
        return_delivery_date=(SEASON.last_return + timedelta(days=5)).isoformat(),
    )
    assert refused.status_code == 409, refused.text
    first, last = SEASON.first_return, SEASON.last_return
    words = f"We deliver from {clock.day_in_words(first)} to {clock.day_in_words(last)}."
    assert refused.json()["message"].startswith(words)
    day = next(published.season().days("delivery", first, last))
    kept = await _book(rest.of(None), FIRST, return_delivery_date=day.isoformat())
    assert kept.status_code == 201, kept.text


async def test_free_returns_of_a_year_are_those_of_its_season() -> None:
    _publish()
    known = published.season()
    assert known.free_return_of(YEAR) == (date(YEAR, 9, 1), date(YEAR, 9, 10))
    assert known.free_return_of(YEAR + 1) == (date(YEAR + 1, 8, 31), date(YEAR + 1, 9, 3))
    assert known.coming_free_return(date(YEAR, 9, 11)) == known.free_return_of(YEAR + 1)


async def test_customers_book_neither_too_far_ahead_nor_too_late(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Staff do: the office knows what it can still do."""
    _publish(days_ahead=5, cut_off_hours=24)
    now = datetime.combine(FIRST, datetime.min.time()).replace(tzinfo=clock.now().tzinfo)
    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(clock, "today", lambda: FIRST)
    far = await _book(rest.of(None), FIRST + timedelta(days=8))
    assert far.json()["message"].startswith("Pickups are booked at most 5 days ahead.")
    late = await _book(rest.of(None), FIRST)
    assert late.json()["message"].startswith("Pickups are booked at least 24 hours ahead.")
    shown = (await rest.of(None).get(f"/rpc/places_left?campus_id=1&from={FIRST}")).json()
    assert shown["days"][0]["windows"][0]["capacity"] == 0
    admin = rest.of(await person(database, "admin"))
    seen = (await admin.get(f"/rpc/places_left?campus_id=1&from={FIRST}")).json()
    assert seen["days"][0]["windows"][0]["capacity"] is None
    assert (await _book(rest.of(None), FIRST + timedelta(days=3))).status_code == 201


async def test_a_season_may_sell_only_windows_with_places(
    rest: RestClients, database: Database
) -> None:
    _publish(without_places="closed")
    day = FIRST + timedelta(days=7)
    refused = await _book(rest.of(None), day)
    assert refused.status_code == 409, refused.text
    why = f"There are no places for a pickup on {clock.spoken_day(day)}, {MORNING}."
    assert refused.json()["message"].startswith(why)
    async with database.owner() as tx:
        await tx.execute(
            "insert into slot_availability (date, campus_id, time_of_day) "
            "values ($1, 1, 'morning')",
            day,
        )
    assert (await _book(rest.of(None), day)).status_code == 201
    shown = (await rest.of(None).get(f"/rpc/places_left?campus_id=1&from={day}&to={day}")).json()
    assert [one["capacity"] for one in shown["days"][0]["windows"]] == [5, 0, 0]


async def test_without_a_season_a_demo_sells_every_day_and_an_installation_none(
    rest: RestClients,
) -> None:
    assert (await _book(rest.of(None), date(YEAR, 12, 25))).status_code == 201
    season.open_without_season(False)
    refused = await _book(rest.of(None), date(YEAR, 12, 25))
    assert refused.status_code == 409
    assert refused.json()["message"] == "Booking is not open yet."


async def test_who_waits_for_the_season_is_told_once_when_it_opens(
    rest: RestClients, database: Database
) -> None:
    """Rule: season-opens."""
    visitor = rest.of(None)
    assert (await visitor.post("/rpc/wait_for_season", json={"email": "a@b.ca"})).status_code == 409
    season.open_without_season(False)
    for email, place in (("Kim@example.test", 1), ("lee@example.test", 2), ("kim@example.test", 1)):
        answer = await visitor.post("/rpc/wait_for_season", json={"email": email})
        assert (answer.status_code, answer.json()["place"]) == (200, place)
    assert (await visitor.post("/rpc/wait_for_season", json={"email": "kim"})).status_code == 400
    async with database.owner() as tx:
        await waiting_list.follow_up(tx)
        assert await _told(tx) == []
    _publish()
    for _ in range(2):
        async with database.owner() as tx:
            await waiting_list.follow_up(tx)
            assert await _told(tx) == ["kim@example.test", "lee@example.test"]


async def _told(tx: Any) -> list[str]:
    rows = await tx.fetch("select recipient from app.outbox where kind = 'season_open'")
    return sorted(row["recipient"].lower() for row in rows)


def test_the_mail_leads_to_booking() -> None:
    mail = render("season_open", {"link": "https://s.test/book"})
    assert mail.links == ["https://s.test/book"]


async def test_no_kit_is_brought_on_a_closed_day(rest: RestClients, database: Database) -> None:
    """Rule: season-days."""
    _publish()
    mina = rest.of(await person(database))
    pickup = HOLIDAY + timedelta(days=8)
    body = booking_body() | {"pickup_date": pickup.isoformat()}
    booked = (await mina.post("/bookings", json=body, headers=READ_BACK)).json()[0]
    sunday = FIRST + timedelta(days=6)
    for day, status in ((HOLIDAY, 400), (sunday, 400), (HOLIDAY + timedelta(days=1), 200)):
        answer = await mina.patch(
            f"/bookings?id=eq.{booked['id']}",
            json={"supply_kit_delivery_date": day.isoformat()},
            headers=READ_BACK,
        )
        assert answer.status_code == status, answer.text
    dates = conflicts.Dates(1, HOLIDAY, pickup, MORNING, None, None)
    assert "kit_closed" in [one.code for one in conflicts.conflicts(dates)]
