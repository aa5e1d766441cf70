"""The demo's season in full swing: what everybody else booked, so that each screen has its rows.

Made once, from fixed seeds, around the day of the first start: last year's season and this one's
bookings, today's stops, kits, quotes and a full window with people who wait for it.
Nobody is mailed of any of it. On a later day the stops that are still to do are today's again,
and kits go out.
"""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from summerstow.billing.pricing import season
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.documents.campuses import Campus

from . import season_queries as queries
from .past import COLUMNS, Person, row

#: Seeds of this season start here, and last year's a thousand on: `past` counts from 0.
_FIRST: Final = 500_000
_STOPS_TODAY: Final = 12
_KITS_TODAY: Final = 5
_COLLECTED: Final = 60
_TO_COME: Final = 48
_CANCELLED: Final = 6
_LAST_YEAR: Final = 130
#: Of those collected and those to come, the ones who have an account.
_WITH_ACCOUNT: Final = 3


async def load(tx: Transaction, customer: str) -> bool:
    """Make the season where it is missing; True where it was. `customer` stays first in line."""
    today = clock.today()
    if await queries.is_there(tx):
        await queries.move_to_today(tx, today, customer)
        await queries.ask_for_kits(tx, today, at_each=_KITS_TODAY)
        return False
    rows = [*_this_season(today), *_last_year(today)]
    connection = await tx.connection()
    await connection.copy_records_to_table(
        "bookings", schema_name="public", columns=COLUMNS, records=rows
    )
    await queries.make_accounts(tx, today, every=_WITH_ACCOUNT)
    await queries.line_up(tx, today, customer)
    await queries.ask_for_kits(tx, today, at_each=_KITS_TODAY)
    await queries.hand_out_kits(tx, today)
    await queries.take_places(tx, today)
    await queries.ask_for_quotes(tx, today)
    await queries.wait_for_places(tx)
    await queries.list_items(tx, customer)
    return True


def _this_season(today: date) -> list[tuple[object, ...]]:
    """Collected in the last four weeks, today's stops on each campus, and what is to come."""
    rows = []
    stops = [campus for campus in published.campuses() for _ in range(_STOPS_TODAY)]
    total = len(stops) + _COLLECTED + _TO_COME + _CANCELLED
    for number in range(total):
        dice = random.Random(_FIRST + number)  # noqa: S311 - made-up people, not secrets
        campus = dice.choices(published.campuses(), weights=(5, 3, 2))[0]
        if number < len(stops):
            campus, pickup, status = stops[number], today, "confirmed"
        elif number < len(stops) + _COLLECTED:
            pickup, status = today - timedelta(days=dice.randint(2, 28)), "picked_up"
        elif number < total - _CANCELLED:
            pickup = _working_day(today + timedelta(days=dice.randint(1, 40)))
            status = dice.choice(("pending", "confirmed", "confirmed"))
        else:
            pickup, status = _working_day(today + timedelta(days=dice.randint(3, 30))), "cancelled"
        rows.append(_row(dice, number, campus, pickup, status, latest=today))
    return rows


def _last_year(today: date) -> list[tuple[object, ...]]:
    """The same weeks a year earlier, a little fewer: stored and brought back since."""
    rows = []
    middle = season.add_months(today, -12)
    for number in range(_LAST_YEAR):
        dice = random.Random(_FIRST + 1000 + number)  # noqa: S311 - made-up people, not secrets
        campus = dice.choices(published.campuses(), weights=(5, 3, 2))[0]
        pickup = middle + timedelta(days=dice.randint(-28, 40))
        status = "cancelled" if dice.random() < 0.06 else "completed"
        rows.append(_row(dice, 1000 + number, campus, pickup, status, latest=pickup))
    return rows


def _row(
    dice: random.Random,
    number: int,
    campus: Campus,
    pickup: date,
    status: str,
    *,
    latest: date,
) -> tuple[object, ...]:
    created = min(pickup, latest) - timedelta(days=dice.randint(1, 45))
    at = datetime.combine(created, time(dice.randint(15, 23), dice.randint(0, 59)), UTC)
    back = season.next_free_return(pickup)[0] + timedelta(days=dice.randint(0, 3))
    person = Person.of(dice, _FIRST + number)
    return row(dice, person, campus, pickup=pickup, back=back, made=at, status=status)


def _working_day(day: date) -> date:
    """The day, or the Monday after it: no slots are offered on Sundays."""
    return day + timedelta(days=day.isoweekday() == 7)
