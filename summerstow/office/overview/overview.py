"""The overview of a season: its days, its figures, and those of a year before to the same day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter

from summerstow.billing.pricing import price_lists, season
from summerstow.billing.pricing.plans import plan_for
from summerstow.billing.pricing.terms import PriceList
from summerstow.platform.database.transaction import Transaction

from . import queries
from .model import (
    BookingTotal,
    CancelReason,
    CrewFigures,
    DayCounts,
    FriendCounts,
    OverviewDay,
    OverviewFigures,
    OverviewRange,
    PlanCount,
    SeasonOverviewResult,
    SourceCount,
)
from .ranges import DayRange

#: Reasons that have a line each; the rest is one line.
_MOST_REASONS = 12
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

    Money is the ledger's; only `storage_cents` is a forecast (`Expected`). `before` has the same
    range a year earlier: its days whole, its figures to the same day; places offered and taken
    are always those of the whole range. What is owed is of today, whatever the range.
    """
    ranges = (days, days.before())
    reached = (days.until(today), ranges[1].until(season.add_months(min(days.last, today), -12)))
    prices = await price_lists.every(tx)
    async with tx.elevated() as elevated:
        rows, missed = await queries.count_days(elevated, ranges, today, campus_id)
        totals = await queries.sum_totals(elevated, reached, days, today, campus_id)
    bookings = totals.bookings
    expected = [
        expected_storage(
            (one for one in bookings if one.what == "stored" and one.nth == nth), prices
        )
        for nth in (1, 2)
    ]
    now, then = (
        _build_range(one, until.last, rows, storage, campus_id)
        for one, until, storage in zip(ranges, reached, expected, strict=True)
    )
    sources = [one for one in bookings if one.what == "source"]
    return SeasonOverviewResult(
        first=now.first,
        last=now.last,
        until=now.until,
        days=now.days,
        figures=now.figures,
        today=today,
        campus_id=campus_id,
        reasons=_top_reasons([one for one in bookings if one.what == "reason"]),
        plans=[
            PlanCount(name, count)
            for name, count in sorted(expected[0].plans.items(), key=lambda one: (-one[1], one[0]))
        ],
        sources=[
            SourceCount(one.words or "", one.bookings)
            for one in sorted(sources, key=lambda one: (-one.bookings, one.words))
        ],
        friends=FriendCounts(
            made=sum(one.bookings for one in sources),
            referred=sum(one.amount or 0 for one in sources),
            shared=totals.shared,
        ),
        crew=CrewFigures(
            totals.crew.stops,
            totals.crew.minutes,
            missed,
            due=sum(one.pickups for one in now.days if one.day < today),
        ),
        owed=totals.owed,
        before=then,
    )


def _build_range(
    days: DayRange,
    until: date,
    rows: list[OverviewDay],
    expected: Expected,
    campus_id: int | None,
) -> OverviewRange:
    own = [one for one in rows if days.first <= one.day <= days.last]
    reached = [one for one in own if one.day <= until]
    sums = {
        name: sum(map(attrgetter(name), own if name in _PLACES else reached))
        for name in DayCounts.__struct_fields__
    }
    figures = OverviewFigures(
        **sums,
        # An account belongs to no campus.
        sign_ups=sum(one.sign_ups for one in reached) if campus_id is None else None,
        storage_cents=expected.storage_cents,
        counted=expected.counted,
        uncounted=expected.uncounted,
    )
    return OverviewRange(first=days.first, last=days.last, until=until, days=own, figures=figures)


def expected_storage(rows: Iterable[BookingTotal], prices: Mapping[date, PriceList]) -> Expected:
    """Sum the storage revenue expected of bookings."""
    expected = Expected()
    for row in rows:
        if row.items is None or row.months is None or row.valid_from is None:
            expected.uncounted += row.bookings
            continue
        expected.counted += row.bookings
        plan = plan_for(prices[row.valid_from], row.items)
        expected.storage_cents += row.bookings * plan.monthly_cents * row.months
        assert plan.bundle is not None
        expected.plans[plan.bundle.name] = expected.plans.get(plan.bundle.name, 0) + row.bookings
    return expected


def _top_reasons(rows: list[BookingTotal]) -> list[CancelReason]:
    """Return the most frequent reasons, and the rest as one line."""
    all_ = [
        CancelReason(one.words, one.bookings, one.amount or 0)
        for one in sorted(rows, key=lambda one: (-one.bookings, one.words is None, one.words))
    ]
    top, rest = all_[:_MOST_REASONS], all_[_MOST_REASONS:]
    if rest:
        bookings, fees = sum(one.bookings for one in rest), sum(one.fee_cents for one in rest)
        top.append(CancelReason(None, bookings, fees, others=True))
    return top
