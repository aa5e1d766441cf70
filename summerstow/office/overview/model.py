"""What an overview says: its days, its figures and what divides them. Money is whole cents."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

Age = Literal["not_due", "week", "month", "older"]


class DayCounts(msgspec.Struct, kw_only=True):
    """What was counted, of a day and campus or together.

    `made` leaves out bookings that a later one of the same customer replaced; `pickups` are booked
    for the day and not cancelled, `done` those that the crew completed; `capacity` are the places
    of limited windows and `taken` those of them that are booked. `booked_cents` is charged by the
    ledger, less what was credited or taken back, with `tax_cents` in it; `received_cents` is paid
    on the day on which the bank had it, less what was paid back.
    """

    made: int = 0
    cancelled: int = 0
    pickups: int = 0
    done: int = 0
    capacity: int = 0
    taken: int = 0
    booked_cents: int = 0
    tax_cents: int = 0
    received_cents: int = 0


class OverviewDay(DayCounts, kw_only=True):
    """What happened on a day at a campus; sign-ups belong to none (`campus_id` is None)."""

    day: date
    campus_id: int | None
    sign_ups: int = 0


class OverviewFigures(DayCounts, kw_only=True):
    """The figures to the end of a day; places are always those of the whole range.

    `sign_ups` is None for one campus: an account belongs to none. `storage_cents` is what `counted`
    bookings come to by their end, before tax; of `uncounted` ones nothing is known yet.
    """

    sign_ups: int | None = 0
    storage_cents: int = 0
    counted: int = 0
    uncounted: int = 0


class CancelReason(msgspec.Struct, frozen=True):
    """Cancellations by the reason given; `others`: all those that have no line of their own."""

    reason: str | None
    bookings: int
    fee_cents: int
    others: bool = False


class PlanCount(msgspec.Struct, frozen=True):
    """How many bookings the items counted make this bundle."""

    plan: str
    bookings: int


class SourceCount(msgspec.Struct, frozen=True):
    """How many customers found us in this way."""

    source: str
    bookings: int


class FriendCounts(msgspec.Struct, frozen=True):
    """Of the bookings `made` and not cancelled: by a referral, and shared with friends."""

    made: int
    referred: int
    shared: int


class CrewFigures(msgspec.Struct, frozen=True):
    """The crews' work: stops completed in so many minutes between a day's first and last stop.

    `missed`: booked for a day that is over, and neither picked up nor cancelled; of `due` in all.
    """

    stops: int
    minutes: int
    missed: int
    due: int


class OwedAge(msgspec.Struct, frozen=True):
    """What is owed today by how long it has been due: a week, a month (30 days), or longer."""

    age: Age
    invoices: int
    owed_cents: int


class OverviewRange(
    msgspec.Struct, kw_only=True, rename={"first": "from", "last": "to"}, frozen=True
):
    """A range of campus-local days, both included, and what came of it by the end of `until`."""

    first: date
    last: date
    until: date
    days: list[OverviewDay]
    figures: OverviewFigures


class SeasonOverviewResult(OverviewRange, kw_only=True, frozen=True):
    """The overview of a season; `before` are the same days a year earlier."""

    today: date
    campus_id: int | None
    reasons: list[CancelReason]
    plans: list[PlanCount]
    sources: list[SourceCount]
    friends: FriendCounts
    crew: CrewFigures
    owed: list[OwedAge]
    before: OverviewRange


class BookingTotal(msgspec.Struct, frozen=True):
    """Bookings counted together, of the `nth` range from 1.

    `stored`: by `items`, `months` and price list, nulls if the crew has not counted them.
    `source`: by how the customer found us (`words`), `amount` of them by a referral. `reason`:
    cancelled for the reason `words`, with fees of `amount` cents.
    """

    what: Literal["stored", "source", "reason"]
    nth: int
    words: str | None
    items: int | None
    months: int | None
    valid_from: date | None
    bookings: int
    amount: int | None


class CrewWork(msgspec.Struct, frozen=True):
    """Completed stops, and the minutes from each day's first to its last."""

    stops: int
    minutes: int


class OverviewTotals(msgspec.Struct, frozen=True):
    """Bookings by the end of two ranges; of the first also those with a shared bundle.

    The crew's work is of the first range whole, what is owed of today.
    """

    bookings: list[BookingTotal]
    shared: int
    crew: CrewWork
    owed: list[OwedAge]
