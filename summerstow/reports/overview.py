"""The overview of a season: its days, its figures, and those of a year before to the same day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import Any

import asyncpg

from summerstow.billing.pricing import price_lists, season
from summerstow.billing.pricing.plans import plan_for
from summerstow.billing.pricing.terms import PriceList
from summerstow.kit.database import Transaction

from . import queries
from .ranges import Range, begins

#: Reasons that have a line each; the rest is one line.
_REASONS = 12
_COUNTED = ("made", "cancelled", "pickups", "sign_ups")
_PLACES = ("capacity", "taken")
_MONEY = ("booked_cents", "tax_cents", "received_cents")


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
    tx: Transaction, days: Range, today: date, campus_id: int | None
) -> dict[str, object]:
    """`{from, to, until, today, campus_id, days, figures, reasons, plans, friends, before}`.

    Money is the ledger's; `storage_cents` alone is reckoned ahead (`Expected`). `before` has the
    same range a year earlier: its days whole, its figures to the same day; places offered and taken
    are always those of the whole range.
    """
    until = min(days.last, today)
    earlier = days.before()
    now = await _season(tx, days, until, campus_id)
    then = await _season(tx, earlier, season.add_months(until, -12), campus_id)
    del then["reasons"], then["plans"], then["friends"]
    return {"today": today.isoformat(), "campus_id": campus_id, **now, "before": then}


async def _season(
    tx: Transaction, days: Range, until: date, campus_id: int | None
) -> dict[str, Any]:
    first, end = begins(days.first), begins(days.last + timedelta(days=1))
    as_of = begins(until + timedelta(days=1))
    each = days.days()
    found = await queries.by_day(tx, each, [begins(day) for day in each], end, campus_id)
    money = await queries.money(tx, days.first, days.last, campus_id)
    rows = _joined(found, money)
    prices = await price_lists.every(tx)
    async with tx.elevated():
        expected = reckoned(await queries.stored(tx, first, end, as_of, campus_id), prices)
    cancelled = await queries.cancellations(tx, first, end, as_of, campus_id)
    async with tx.elevated():
        friends = await queries.friends(tx, first, end, as_of, campus_id)
    return {
        "from": days.first.isoformat(),
        "to": days.last.isoformat(),
        "until": until.isoformat(),
        "days": rows,
        "figures": {
            **_sums(rows, until, campus_id),
            "storage_cents": expected.storage_cents,
            "counted": expected.counted,
            "uncounted": expected.uncounted,
        },
        "reasons": _reasons(cancelled),
        "plans": [
            {"plan": name, "bookings": count}
            for name, count in sorted(expected.plans.items(), key=lambda one: -one[1])
        ],
        "friends": dict(friends),
    }


def _joined(
    counted: Iterable[asyncpg.Record], money: Iterable[asyncpg.Record]
) -> list[dict[str, Any]]:
    """A row for each day and campus that has anything, in order; of no campus last."""
    nothing = dict.fromkeys((*_COUNTED, *_PLACES, *_MONEY), 0)
    rows: dict[tuple[date, int | None], dict[str, Any]] = {}
    for one in (*counted, *money):
        key = (one["day"], one["campus_id"])
        rows.setdefault(key, {"day": key[0], "campus_id": key[1], **nothing}).update(one)
    return [rows[key] for key in sorted(rows, key=lambda key: (key[0], key[1] or 1_000_000))]


def _sums(
    rows: Iterable[Mapping[str, Any]], until: date, campus_id: int | None
) -> dict[str, int | None]:
    sums: dict[str, int | None] = dict.fromkeys((*_COUNTED, *_PLACES, *_MONEY), 0)
    for row in rows:
        reached = row["day"] <= until
        for name, sum_ in sums.items():
            if reached or name in _PLACES:
                sums[name] = (sum_ or 0) + row[name]
    if campus_id is not None:
        # An account belongs to no campus.
        sums["sign_ups"] = None
    return sums


def reckoned(
    rows: Iterable[Mapping[str, Any] | asyncpg.Record], prices: Mapping[date, PriceList]
) -> Expected:
    """What is expected of bookings counted together by items, pickup, return and price list."""
    found = Expected()
    for row in rows:
        items, count = row["items"], row["bookings"]
        if items is None or row["pickup_date"] is None:
            found.uncounted += count
            continue
        found.counted += count
        plan = plan_for(prices[row["valid_from"]], items)
        found.storage_cents += count * storage_cents(
            plan.monthly_cents, row["pickup_date"], row["return_delivery_date"]
        )
        assert plan.bundle is not None
        found.plans[plan.bundle.name] = found.plans.get(plan.bundle.name, 0) + count
    return found


@cache
def storage_cents(monthly_cents: int, pickup: date, back: date | None) -> int:
    """What storage costs from pickup to return, or to the next free return, before tax."""
    if back is None or back < pickup:
        back = max(season.next_free_return(pickup)[0], pickup)
    return monthly_cents * season.months(pickup, back)


def _reasons(rows: list[asyncpg.Record]) -> list[dict[str, object]]:
    """The most frequent reasons; what is left over is summed up under `others`."""
    told = [dict(row) | {"others": False} for row in rows[:_REASONS]]
    rest = rows[_REASONS:]
    if rest:
        told.append(
            {
                "reason": None,
                "bookings": sum(row["bookings"] for row in rest),
                "fee_cents": sum(row["fee_cents"] for row in rest),
                "others": True,
            }
        )
    return told
