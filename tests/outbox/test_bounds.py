"""No address is flooded, whoever writes under it, and nothing that a customer must get is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.messages import planner
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import bounds, outbox
from summerstow.platform.outbox.render import render
from tests.people import RestClients, booking_body, person

SITE = "http://summerstow.test"


@pytest.fixture
def many() -> Iterator[None]:
    """The bounds are on; the whole product may write very many."""
    outbox.keep_within(bounds.SendingBounds(100_000))
    yield
    outbox.keep_within(bounds.SendingBounds())


async def _posted(database: Database, to: str, count: int, kind: str = "confirm_signup") -> None:
    for _ in range(count):
        async with database.owner() as tx:
            await outbox.post(tx, cause=f"{kind}:{uuid4()}", kind=kind, to=to, data={})


async def _waits(database: Database, to: str) -> list[timedelta]:
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select due_at from app.outbox where recipient = $1 order by due_at", to
        )
    return [row["due_at"] - clock.now() for row in rows]


@pytest.mark.usefixtures("many")
async def test_an_address_that_nobody_confirmed_gets_ten_an_hour_and_thirty_a_day(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over all kinds; what would wait for more than a day is not written (rule: mail-bounds)."""
    now = datetime(2027, 3, 1, 12, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    to = f"{uuid4().hex}@example.test"
    for kind in ("confirm_signup", "booking_received", "recovery", "place_free"):
        await _posted(database, to, 25, kind)
    waits = await _waits(database, to)
    hours = [wait // timedelta(hours=1) for wait in waits]
    assert [hours.count(number) for number in (0, 1, 2)] == [10, 10, 10]
    for first in range(0, 72):
        within = [one for one in hours if first <= one < first + 24]
        assert len(within) <= 30
    assert len(waits) <= 60
    assert max(waits) <= timedelta(days=2)


@pytest.mark.usefixtures("many")
async def test_a_confirmed_address_loses_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2027, 3, 2, 12, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    mina = await person(database)
    await _posted(database, mina.email.upper(), 150)
    waits = await _waits(database, mina.email.upper())
    hours = [wait // timedelta(hours=1) for wait in waits]
    assert [hours.count(number) for number in (0, 1, 2)] == [60, 60, 30]


async def test_beyond_the_products_hour_mails_wait_their_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2027, 3, 10, 12, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    outbox.keep_within(bounds.SendingBounds(5))
    people = [f"{uuid4().hex}@example.test" for _ in range(12)]
    try:
        for one in people:
            await _posted(database, one, 1)
    finally:
        outbox.keep_within(bounds.SendingBounds())
    hours = [(await _waits(database, one))[0] // timedelta(hours=1) for one in people]
    assert hours == [0] * 5 + [1] * 5 + [2] * 2
    async with database.owner() as tx:
        # Over the hour of the product, health says so; a bound of its size alone is no trouble.
        assert await bounds.held_back(tx, bounds.SendingBounds(5), clock.now()) == 7
        assert await bounds.held_back(tx, bounds.SendingBounds(500), clock.now()) == 0
        # Mails from before the last hour hold nobody back.
        later = now + timedelta(minutes=70)
        assert await bounds.held_back(tx, bounds.SendingBounds(7), later) == 2
        assert await bounds.held_back(tx, bounds.SendingBounds(8), later) == 0


@pytest.mark.parametrize(
    ("an_hour", "hours"), [(5, [0, 0, 0, 0, 0, 1, 1]), (100_000, [0] * 6 + [1])]
)
async def test_bookings_at_the_same_time_have_the_same_bounds(
    database: Database, monkeypatch: pytest.MonkeyPatch, an_hour: int, hours: list[int]
) -> None:
    """Those of the product, and those of an address that got its ten already."""
    now = datetime(2027, 3, 20 + an_hour % 7, 18, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    clients = RestClients(database, {"bookings": BookingRules()})
    await clients.app.open()
    people = [f"{uuid4().hex}@example.test" for _ in range(7)]
    if an_hour > len(hours):
        await _posted(database, people[3], 10)
    outbox.keep_within(bounds.SendingBounds(an_hour))
    try:
        answers = await asyncio.gather(
            *(
                clients.of(None).post(
                    "/bookings", json=booking_body(email=one, pickup_date="2027-08-02")
                )
                for one in people
            )
        )
    finally:
        outbox.keep_within(bounds.SendingBounds())
    assert {one.status_code for one in answers} == {201}
    waits = [max(await _waits(database, one)) for one in people]
    assert sorted(wait // timedelta(hours=1) for wait in waits) == hours


async def test_72_edits_make_two_mails(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first at once, and one that says what holds when things have settled down."""
    moment = [datetime(2027, 1, 5, 18, tzinfo=UTC)]
    monkeypatch.setattr(clock, "now", lambda: moment[0])
    clients = RestClients(
        database, {"bookings": BookingRules()}, {one.name: one for one in COMMANDS}
    )
    mina = await person(database)
    victim = f"{uuid4().hex}@example.test"
    body = booking_body(
        email=victim, first_name="Cheap loans at loans.example", pickup_date="2027-05-10"
    )
    made = await clients.of(mina).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    booking = made.json()[0]["id"]
    for number in range(72):
        moment[0] += timedelta(milliseconds=50)
        day = (datetime(2027, 8, 31) + timedelta(days=number % 4)).date().isoformat()
        changed = await clients.of(mina).patch(
            f"/bookings?id=eq.{booking}", json={"return_delivery_date": day}
        )
        assert changed.is_success, changed.text
    async with database.owner() as tx:
        rows: list[Any] = await tx.fetch(
            "select kind, data::jsonb as data, due_at, cause from app.outbox "
            "where recipient = $1 order by id",
            victim,
        )
        assert [row["kind"] for row in rows] == ["booking_received"] + ["booking_changed"] * 2
        assert rows[2]["due_at"] - rows[1]["due_at"] == outbox.MERGE_WITHIN
        told = [msgspec.json.decode(row["data"]) for row in rows]
        assert told[2]["about"]["named"]["return_delivery_date"] == day
        # The first is no longer true: it goes nowhere; the last one is.
        verdicts = [
            await planner.judge(tx, "mail", row["cause"], data)
            for row, data in zip(rows, told, strict=True)
        ]
    assert verdicts == ["send", "withdraw", "send"]
    for row, data in zip(rows, told, strict=True):
        mail = render(row["kind"], data)
        assert "loans" not in mail.text + mail.html + mail.subject


def test_a_bare_domain_in_a_name_is_no_link() -> None:
    data = {
        "first_name": "win-big.example.com",
        "pickup": "Friday",
        "residence": "St.John Hall, cheap.ca",
        "day": "tomorrow",
        "link": f"{SITE}/customer-dashboard",
    }
    mail = render("pickup_tomorrow", data)
    for words in (mail.text, mail.html):
        assert "win-big. example. com" in words
        assert "St. John Hall, cheap. ca" in words
