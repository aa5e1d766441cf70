"""The overview's sums of bookings, against a count of the rows one by one."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from summerstow.billing.pricing import season
from summerstow.billing.pricing.plans import plan_for
from summerstow.kit import clock, facts
from summerstow.kit.actor import Actor
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.reports import overview, sums
from summerstow.reports.ranges import DayRange
from tests.price_list import PRICES

_REASONS = ["Staying here", " staying here ", "STAYING HERE", "Too dear", "", None]

_BOOKINGS = """
select b.id, b.campus_id, b.created_at, b.pickup_date, b.return_delivery_date as back, b.status,
  b.how_heard, b.referral_code, b.cancellation_note, b.cancellation_fee_cents, b.superseded_by,
  case when b.status = 'cancelled' then coalesce(b.cancelled_at, b.updated_at) end as gone_at,
  exists (select from app.booking_prices l where l.booking_id = b.id) as priced
from public.bookings b
"""
_COUNTED = """
select booking_id, items_counted, coalesce(completed_at, updated_at) as at from public.pickups
where status = 'completed' and items_counted is not null
"""


def _end(pickup: date, back: date | None) -> date:
    """The return, or the next free one where none is known."""
    if back is None or back < pickup:
        return max(season.next_free_return(pickup)[0], pickup)
    return back


async def _one_by_one(
    tx: ElevatedTransaction, days: DayRange, until: date, today: date, campus_id: int | None
) -> dict[str, Any]:
    """What an overview says, of each booking by itself."""
    first, end = clock.moment(days.first), clock.moment(days.last + timedelta(days=1))
    as_of = clock.moment(until + timedelta(days=1))
    items: dict[UUID, int] = Counter()
    for one in await tx.fetch(_COUNTED):
        items[one["booking_id"]] += one["items_counted"] if one["at"] < as_of else 0
    made, cancelled, pickups, sources, plans, reasons = (Counter[Any]() for _ in range(6))
    told: dict[str | None, list[str | None]] = {}
    sums: Counter[str] = Counter()
    for one in await tx.fetch(_BOOKINGS):
        if campus_id not in (None, one["campus_id"]):
            continue
        pickup, gone_at = one["pickup_date"], one["gone_at"]
        if pickup and days.first <= pickup <= days.last and one["status"] != "cancelled":
            pickups[pickup, one["campus_id"]] += 1
            if pickup < today:
                sums["due"] += 1
                sums["missed"] += one["status"] in ("pending", "confirmed", "in_queue")
        if one["superseded_by"]:
            continue
        if first <= one["created_at"] < end:
            made[clock.campus_time(one["created_at"]).date(), one["campus_id"]] += 1
        if gone_at and first <= gone_at < end:
            cancelled[clock.campus_time(gone_at).date(), one["campus_id"]] += 1
        if gone_at and first <= gone_at < as_of:
            words = (one["cancellation_note"] or "").strip() or None
            told.setdefault(words and words.lower(), []).append(words)
            reasons[words and words.lower()] += 1
            sums["fees"] += one["cancellation_fee_cents"] or 0
        if not first <= one["created_at"] < as_of or (gone_at and gone_at < as_of):
            continue
        sources[one["how_heard"]] += 1
        sums["referred"] += one["referral_code"] is not None
        if not one["priced"]:
            continue
        if pickup is None or items[one["id"]] == 0:
            sums["uncounted"] += 1
            continue
        back = _end(pickup, one["back"])
        plan = plan_for(PRICES, items[one["id"]])
        sums["counted"] += 1
        sums["storage_cents"] += plan.monthly_cents * season.months(pickup, back)
        assert plan.bundle
        plans[plan.bundle.name] += 1
    return {
        "made": made,
        "cancelled": cancelled,
        "pickups": pickups,
        "sources": sources,
        "plans": plans,
        "reasons": {(min(filter(None, told[key]), default=None)): n for key, n in reasons.items()},
        "sums": +sums,
    }


async def _by_sums(
    database: Database, days: DayRange, campus_id: int | None
) -> tuple[dict[str, Any], DayRange, date]:
    """The same of the overview, with the year before it and the day to which it goes."""
    today = clock.today()
    async with database.transaction(Actor("executive", uuid4())) as tx:
        found = await overview.overview(tx, days, today, campus_id)
    figures = found.figures
    by_day = {
        name: Counter(
            {
                (one.day, one.campus_id): getattr(one, name)
                for one in found.days
                if getattr(one, name)
            }
        )
        for name in ("made", "cancelled", "pickups")
    }
    return (
        by_day
        | {
            "sources": Counter({one.source: one.bookings for one in found.sources}),
            "plans": Counter({one.plan: one.bookings for one in found.plans}),
            "reasons": {one.reason: one.bookings for one in found.reasons},
            "sums": +Counter(
                due=found.crew.due,
                missed=found.crew.missed,
                fees=sum(one.fee_cents for one in found.reasons),
                referred=found.friends.referred,
                counted=figures.counted,
                uncounted=figures.uncounted,
                storage_cents=figures.storage_cents,
            ),
        },
        days,
        found.until,
    )


async def _agree(database: Database, dice: random.Random) -> None:
    """A range drawn by the dice says the same by sums and one by one."""
    first = clock.today() - timedelta(days=dice.randint(0, 420))
    days = DayRange(first, first + timedelta(days=dice.choice([0, 5, 31, 200, 364])))
    campus_id = dice.choice([None, None, 2])
    found, days, until = await _by_sums(database, days, campus_id)
    async with database.owner() as tx:
        counted = await _one_by_one(tx, days, until, clock.today(), campus_id)
    assert found == counted


def _moment(dice: random.Random, since: int = 420) -> datetime:
    """Within so many days, often where a campus day begins."""
    day = clock.today() - timedelta(days=dice.randint(1, since))
    return clock.moment(day) + timedelta(minutes=dice.choice([-61, -1, 0, 59, 60, 61, 700]))


def _day(dice: random.Random) -> date | None:
    day = clock.today() - timedelta(days=dice.randint(-30, 420))
    return day if dice.random() > 0.1 else None


async def _booked(tx: ElevatedTransaction, dice: random.Random) -> UUID:
    booking_id = uuid4()
    await tx.execute(
        "insert into public.bookings (id, campus_id, email, created_at, pickup_date) "
        "values ($1, $2, 'a@example.test', coalesce($3, now()), $4)",
        booking_id,
        dice.randint(1, 3),
        dice.choice([_moment(dice), _moment(dice), None]),
        _day(dice),
    )
    if dice.random() < 0.1:
        await tx.execute("delete from app.booking_prices where booking_id = $1", booking_id)
    return booking_id


async def _cancel(tx: ElevatedTransaction, dice: random.Random, one: UUID) -> None:
    await tx.execute(
        "update public.bookings set status = 'cancelled', cancelled_at = $2, "
        "cancellation_note = $3, cancellation_fee_cents = $4 where id = $1",
        one,
        dice.choice([_moment(dice), None]),
        dice.choice(_REASONS),
        dice.choice([None, 0, 5000]),
    )


async def _count_items(tx: ElevatedTransaction, dice: random.Random, one: UUID) -> None:
    await tx.execute(
        "insert into public.pickups (booking_id, pickup_date, status, items_counted, "
        "completed_at) values ($1, $2, $3, $4, $5) "
        "on conflict (booking_id, pickup_date) where user_id is null do update set "
        "status = excluded.status, items_counted = excluded.items_counted",
        one,
        _day(dice) or clock.today(),
        dice.choice(["completed", "completed", "completed", "in_progress"]),
        dice.choice([3, 5, 20, None]),
        dice.choice([_moment(dice), None]),
    )


async def _change(tx: ElevatedTransaction, dice: random.Random, bookings: list[UUID]) -> None:
    """Whatever may happen to a booking."""
    one = dice.choice(bookings)
    what = dice.choice(["book", "cancel", "cancel", "go on", "replace", "move", "count", "count"])
    if dice.random() < 0.05:
        what = "delete"
    if what == "book":
        bookings.append(await _booked(tx, dice))
    elif what == "cancel":
        await _cancel(tx, dice, one)
    elif what == "count":
        await _count_items(tx, dice, one)
    elif what == "go on":
        await tx.execute("update public.bookings set status = 'confirmed' where id = $1", one)
    elif what == "replace":
        # With another; some are cancelled by it, as the product does.
        await tx.execute(
            "update public.bookings set superseded_by = $2, status = $3 where id = $1",
            one,
            dice.choice([dice.choice(bookings), None]),
            dice.choice(["cancelled", "completed"]),
        )
    elif what == "move":
        await tx.execute(
            "update public.bookings set campus_id = $2, pickup_date = $3, how_heard = $4, "
            "return_delivery_date = $5, referral_code = $6, created_at = $7 where id = $1",
            one,
            dice.randint(1, 3),
            _day(dice),
            dice.choice(["website", "friend"]),
            _day(dice),
            dice.choice(["SS-A7F3K", None]),
            _moment(dice),
        )
    elif await tx.fetchval(
        "select not exists (select from public.bookings where superseded_by = $1)", one
    ):
        await tx.execute("delete from public.pickups where booking_id = $1", one)
        await tx.execute("delete from public.run_stops where booking_id = $1", one)
        await tx.execute("delete from public.bookings where id = $1", one)
        bookings.remove(one)


@pytest.mark.parametrize("seed", range(3))
async def test_sums_say_what_the_bookings_say_whatever_happens(
    database: Database, seed: int
) -> None:
    dice = random.Random(seed)
    async with database.owner() as tx:
        bookings = [await _booked(tx, dice) for _ in range(30)]
    for number in range(90):
        async with database.owner() as tx:
            for _ in range(3):
                await _change(tx, dice, bookings)
            if dice.random() < 0.3:
                # A part of it: the rest stays beside the sums.
                await sums.add_up_some(tx, bookings=dice.randint(1, 12))
        await _agree(database, dice)
        if number % 30 == 29:
            await sums.add_up(database)
            for _ in range(10):
                await _agree(database, dice)


async def test_other_free_returns_are_reckoned_with_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(385)
    async with database.owner() as tx:
        bookings = [await _booked(tx, dice) for _ in range(40)]
        for one in bookings:
            await _count_items(tx, dice, one)
    await sums.add_up(database)
    changed = msgspec.structs.replace(
        facts.booking(), free_return=facts.MonthDayRange("06-01", "06-30")
    )
    monkeypatch.setattr(facts, "booking", lambda: changed)
    for _ in range(2):
        for _ in range(10):
            await _agree(database, dice)
        await sums.add_up(database)


async def test_months_are_counted_as_bills_count_them(database: Database) -> None:
    dice = random.Random(386)
    pairs: list[tuple[date, date | None]] = []
    for _ in range(2000):
        pickup = date(2024, 1, 1) + timedelta(days=dice.randrange(900))
        back = pickup + timedelta(days=dice.randint(-20, 400))
        pairs.append((pickup, dice.choice([back, back, season.free_return(back.year)[1], None])))
    async with database.owner() as tx:
        found = await tx.fetch(
            "select app.storage_months(pickup, back, $3, $4) as months "
            "from unnest($1::date[], $2::date[]) with ordinality one (pickup, back, nth) "
            "order by nth",
            [pickup for pickup, _ in pairs],
            [back for _, back in pairs],
            *sums.free_return(),
        )
    for pair, row in zip(pairs, found, strict=True):
        assert row["months"] == season.months(pair[0], _end(*pair)), pair


def test_every_campus_day_begins_where_a_part_of_a_day_does() -> None:
    """Sums are kept from 7:00 and from 8:00 UTC on."""
    day = date(2000, 1, 1)
    while day < date(2101, 1, 1):
        begun = clock.moment(day).astimezone(UTC)
        assert (begun.date(), begun.minute) == (day, 0)
        assert begun.hour in (7, 8)
        day += timedelta(days=1)
