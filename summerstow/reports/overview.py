"""The overview of a season: its days, its figures, and those of a year before to the same day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

import msgspec

from summerstow.billing.pricing import price_lists, season
from summerstow.billing.pricing.plans import plan_for
from summerstow.billing.pricing.terms import PriceList
from summerstow.kit.database.transaction import Transaction

from . import queries
from .model import (
    CancelReason,
    CrewFigures,
    DayCounts,
    OverviewDay,
    OverviewFigures,
    OverviewRange,
    PlanCount,
    SeasonOverviewResult,
    StoredCount,
)
from .ranges import DayRange, begins

#: Reasons that have a line each; the rest is one line.
_REASONS = 12
_PLACES = ("capacity", "taken")


@dataclass(slots=True)
class Expected:
    """What bookings come to by their end, in cents before tax, whatever is charged of it so far.

    `storage_cents` is the plan by the items that the crew counted, for the months booked: of
    `counted` bookings. Of `uncounted` ones nothing is known yet, and nothing is in here.
    """

    storage_cents: int = 0
    counted: int = 0
    uncounted: int = 0
    plans: dict[str, int] = field(default_factory=dict)


async def overview(
    tx: Transaction, days: DayRange, today: date, campus_id: int | None
) -> SeasonOverviewResult:
    """The season's days and figures, and those of a year before.

    Money is the ledger's; `storage_cents` alone is reckoned ahead (`Expected`). `before` has the
    same range a year earlier: its days whole, its figures to the same day; places offered and taken
    are always those of the whole range. What is owed is of today, whatever the range.
    """
    await queries.know_the_range(tx)
    until = min(days.last, today)
    now, expected = await _range(tx, days, until, campus_id)
    then, _ = await _range(tx, days.before(), season.add_months(until, -12), campus_id)
    first, as_of = begins(days.first), begins(until + timedelta(days=1))
    async with tx.elevated() as elevated:
        sources, friends = await queries.brought(elevated, first, as_of, campus_id)
        reasons = await queries.cancellations(elevated, first, as_of, campus_id)
        owed = await queries.owed(elevated, today, campus_id)
        stops, minutes, missed = await queries.crew(
            elevated, days.first, days.last, today, campus_id
        )
    return SeasonOverviewResult(
        first=now.first,
        last=now.last,
        until=now.until,
        days=now.days,
        figures=now.figures,
        today=today,
        campus_id=campus_id,
        reasons=_reasons(reasons),
        plans=[
            PlanCount(name, count)
            for name, count in sorted(expected.plans.items(), key=lambda one: (-one[1], one[0]))
        ],
        sources=sources,
        friends=friends,
        crew=CrewFigures(
            stops, minutes, missed, due=sum(one.pickups for one in now.days if one.day < today)
        ),
        owed=owed,
        before=then,
    )


async def _range(
    tx: Transaction, days: DayRange, until: date, campus_id: int | None
) -> tuple[OverviewRange, Expected]:
    each = days.days()
    end, as_of = (begins(day + timedelta(days=1)) for day in (days.last, until))
    prices = await price_lists.every(tx)
    async with tx.elevated() as elevated:
        found = await queries.by_day(elevated, each, [begins(day) for day in each], end, campus_id)
        rows = _joined(found, await queries.money(elevated, days.first, days.last, campus_id))
        stored = await queries.stored(elevated, begins(days.first), as_of, campus_id)
    expected = reckoned(stored, prices)
    figures = _sums(rows, until, campus_id)
    figures.storage_cents = expected.storage_cents
    figures.counted, figures.uncounted = expected.counted, expected.uncounted
    shown = OverviewRange(first=days.first, last=days.last, until=until, days=rows, figures=figures)
    return shown, expected


def _joined(counted: Iterable[OverviewDay], money: Iterable[OverviewDay]) -> list[OverviewDay]:
    """One for each day and campus that has anything, in order; of no campus last."""
    rows = {(one.day, one.campus_id): one for one in counted}
    for one in money:
        row = rows.setdefault((one.day, one.campus_id), one)
        row.booked_cents, row.tax_cents = one.booked_cents, one.tax_cents
        row.received_cents = one.received_cents
    return [rows[key] for key in sorted(rows, key=lambda key: (key[0], key[1] or 1_000_000))]


def _sums(rows: Iterable[OverviewDay], until: date, campus_id: int | None) -> OverviewFigures:
    sums = OverviewFigures()
    sign_ups = 0
    for row in rows:
        reached = row.day <= until
        for name in DayCounts.__struct_fields__:
            if reached or name in _PLACES:
                setattr(sums, name, getattr(sums, name) + getattr(row, name))
        sign_ups += row.sign_ups if reached else 0
    # An account belongs to no campus.
    return msgspec.structs.replace(sums, sign_ups=sign_ups if campus_id is None else None)


def reckoned(rows: Iterable[StoredCount], prices: Mapping[date, PriceList]) -> Expected:
    """What is expected of bookings counted together by items, months and price list."""
    found = Expected()
    for row in rows:
        if row.items is None or row.months is None or row.valid_from is None:
            found.uncounted += row.bookings
            continue
        found.counted += row.bookings
        plan = plan_for(prices[row.valid_from], row.items)
        found.storage_cents += row.bookings * plan.monthly_cents * row.months
        assert plan.bundle is not None
        found.plans[plan.bundle.name] = found.plans.get(plan.bundle.name, 0) + row.bookings
    return found


def _reasons(all_: list[CancelReason]) -> list[CancelReason]:
    """The most frequent reasons; what is left over is summed up under `others`."""
    told, rest = all_[:_REASONS], all_[_REASONS:]
    if rest:
        bookings, fees = sum(one.bookings for one in rest), sum(one.fee_cents for one in rest)
        told.append(CancelReason(None, bookings, fees, others=True))
    return told
