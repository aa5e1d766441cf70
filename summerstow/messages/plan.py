"""Which messages a pickup asks for at a moment: pure, from its state, so that no plan can be stale.

Nothing is planned ahead and then corrected. Whoever asks again after a change gets the plan of the
changed pickup; what was sent stays sent, as each message has a cause of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow import facts
from summerstow.platform import clock, windows

from . import times

#: How long after a pickup its count is still news.
NEWS: Final = timedelta(hours=12)
#: "Decide later: reminders Jul 1, Aug 1, 15, 22", as (month, day).
DELIVERY_REMINDERS: Final = ((7, 1), (8, 1), (8, 15), (8, 22))
#: The last of them is worth saying until the free dates begin.
_LAST_DAYS: Final = timedelta(days=8)
_FEW: Final = 3
#: Days before a pickup on which its customer is asked for an address that is missing. The reminders
#: of the last two days ask too.
ADDRESS_REMINDERS: Final = (14, 7, 4)
#: Days before the chosen end of storage on which its customer is reminded of it.
STORAGE_REMINDERS: Final = (30, 7)
#: How long such a reminder is worth sending.
_STORAGE_REMINDER_DAYS: Final = timedelta(days=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPickup:
    """A pickup as it stands, as `queries.queued_pickups` and `queries.completed` give it.

    `ahead` counts the stops in front, `waiting_ahead` those of them that are not on their way;
    `begun`: the crew of its run is at work. `arrived_at`: the crew is at the door since then.
    `last_heard_at`: when the customer last heard of this day and window.
    """

    booking_id: UUID
    campus_id: int
    pickup_id: UUID | None
    pickup_date: date
    pickup_time: str | None
    pickup_status: str
    items_counted: int | None
    ahead: int | None
    waiting_ahead: int | None
    begun: bool
    arrived_at: datetime | None
    left_behind: list[str]
    last_heard_at: datetime
    first_name: str | None
    email: str
    user_id: UUID | None
    texted: bool
    building_name: str | None
    address: str | None
    lacks_address: bool
    contact_name: str | None
    contact_email: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedReturn:
    """A return as its stop stands, as `visit_queries.returns` gives it.

    `part_return_id`: it brings some items only. `ahead` counts the stops of its run in front that
    are not over, `begun`: the run's crew is at work. `items` are the numbers and names of what was
    brought, once it was; claims for them are taken until `claims_until`.
    """

    booking_id: UUID
    campus_id: int
    stop_id: UUID
    part_return_id: UUID | None
    day: date
    window: str | None
    state: str
    ahead: int
    begun: bool
    arrived_at: datetime | None
    last_heard_at: datetime
    items: list[str]
    claims_until: datetime | None
    first_name: str | None
    email: str
    user_id: UUID | None
    texted: bool
    address: str | None
    contact_name: str | None
    contact_email: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedVisit:
    """A visit to come with a person of its own at the door, as `visit_queries.named_visits` has it.

    `visit`: pickup or return. `owner`: the first name of whose things they are.
    """

    booking_id: UUID
    visit: str
    day: date
    window: str | None
    address: str | None
    owner: str | None
    email: str
    user_id: UUID | None
    texted: bool
    contact_name: str | None
    contact_email: str


@dataclass(frozen=True, slots=True)
class Message:
    """One that is due: sent once for its `cause`, while the plan still holds it word for word.

    `ends_at`: until when its mail's links let the pickup be confirmed or moved; None: it has none.
    """

    cause: str
    kind: str
    data: dict[str, object] = field(default_factory=dict)
    ends_at: datetime | None = None


def of_pickup(one: PlannedPickup, now: datetime) -> Iterator[Message]:
    """What a pickup asks for at this moment: at most one of the reminders or of the day's news."""
    if one.pickup_status == "completed":
        if now < one.last_heard_at + NEWS:
            yield _message(
                one,
                "picked_up",
                str(one.pickup_id),
                items=one.items_counted,
                left_behind=one.left_behind,
            )
        return
    if clock.campus_time(now).date() == one.pickup_date:
        yield from _news(one, now)
    starts = windows.starts_at(one.campus_id, one.pickup_date, one.pickup_time)
    if one.pickup_status != "scheduled" or now >= starts:
        return
    first, second = times.two_days_before(one.pickup_date), times.evening_before(one.pickup_date)
    # The exact window is part of the cause: one that is moved is reminded of anew.
    when = f"{one.booking_id}:{starts:%Y%m%dT%H%M}"
    if first <= now < second and one.last_heard_at < first:
        two_days = _message(one, "pickup_in_two_days", when, lacks_address=one.lacks_address)
        yield replace(two_days, ends_at=starts)
    if second <= now and one.last_heard_at < second:
        today = clock.campus_time(now).date() == one.pickup_date
        said = {"day": "today" if today else "tomorrow", "lacks_address": one.lacks_address}
        yield replace(_message(one, "pickup_tomorrow", when, **said), ends_at=starts)


def _news(one: PlannedPickup, now: datetime) -> Iterator[Message]:
    """At the door, on the way, next, three ahead: the day's line, once the crew is at work."""
    of_day = f"{one.booking_id}:{one.pickup_date}"
    line_moves = one.begun and times.quiet_until(now) is None
    if one.pickup_status == "in_progress" and one.arrived_at is not None:
        yield _message(one, "at_your_door", of_day, **_waiting(one.arrived_at))
    elif one.pickup_status == "in_progress":
        yield _message(one, "on_the_way", of_day)
    elif line_moves and one.waiting_ahead == 0:
        yield _message(one, "next_stop", of_day)
    elif line_moves and one.ahead is not None and one.ahead <= _FEW:
        yield _message(one, "three_ahead", of_day, ahead=one.ahead)


def _waiting(arrived_at: datetime) -> dict[str, str]:
    """Since when the crew is at a door, and until when it waits, in words."""
    minutes = facts.booking().door_wait_minutes
    return {
        "arrived": times.spoken_hour(arrived_at),
        "waits_until": times.spoken_hour(arrived_at + timedelta(minutes=minutes)),
    }


def of_return(one: PlannedReturn, now: datetime) -> Iterator[Message]:
    """What a return asks for at this moment: as for a pickup, at most one of each kind."""
    if one.state == "completed":
        if now < one.last_heard_at + NEWS:
            claims_until = clock.spoken_moment(one.claims_until) if one.claims_until else None
            yield _of_return(
                one,
                "delivered",
                str(one.stop_id),
                brought=one.items,
                claims_until=claims_until,
            )
        return
    visit = one.part_return_id or one.booking_id
    of_day = f"{visit}:{one.day}"
    today = clock.campus_time(now).date() == one.day
    line_moves = today and one.begun and one.state == "waiting" and times.quiet_until(now) is None
    if today and one.state == "arrived" and one.arrived_at is not None:
        yield _of_return(one, "return_at_your_door", of_day, **_waiting(one.arrived_at))
    elif today and one.state in ("on_way", "arrived"):
        yield _of_return(one, "return_on_the_way", of_day)
    elif line_moves and one.ahead == 0:
        yield _of_return(one, "return_next", of_day)
    elif line_moves and one.ahead <= _FEW:
        yield _of_return(one, "return_ahead", of_day, ahead=one.ahead)
    starts = windows.starts_at(one.campus_id, one.day, one.window)
    if one.state != "waiting" or now >= starts:
        return
    first, second = times.two_days_before(one.day), times.evening_before(one.day)
    when = f"{visit}:{starts:%Y%m%dT%H%M}"
    if first <= now < second and one.last_heard_at < first:
        yield _of_return(one, "return_in_two_days", when)
    if second <= now and one.last_heard_at < second:
        yield _of_return(one, "return_tomorrow", when, day="today" if today else "tomorrow")


def _of_return(one: PlannedReturn, kind: str, occasion: str, **more: object) -> Message:
    return Message(
        f"{kind.replace('_', '-')}:{occasion}",
        kind,
        {
            "first_name": one.first_name,
            "delivery": times.spoken(one.day, one.window),
            "address": one.address or "",
            **more,
        },
    )


def _message(one: PlannedPickup, kind: str, occasion: str, **more: object) -> Message:
    residence = ", ".join(part for part in (one.building_name, one.address) if part)
    return Message(
        f"{kind.replace('_', '-')}:{occasion}",
        kind,
        {
            "first_name": one.first_name,
            "pickup": times.spoken(one.pickup_date, one.pickup_time),
            "residence": residence,
            **more,
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedVisit:
    """A stop that failed, as `visit_queries.failed_visits` gives it; `event_id` is of the failure.

    `fee_cents`: what the crew proposed for it.
    """

    booking_id: UUID
    event_id: UUID
    kind: str
    day: date
    window: str | None
    failure: str
    arrived_at: datetime | None
    next_step: str | None
    fee_cents: int | None
    last_heard_at: datetime
    first_name: str | None
    email: str
    user_id: UUID | None
    texted: bool


def of_failed_visit(one: FailedVisit) -> Message:
    """The message about a visit that failed: why, and what comes next."""
    return Message(
        f"visit-failed:{one.booking_id}:{one.event_id}",
        "visit_failed",
        {
            "first_name": one.first_name,
            "visit": one.kind,
            "when": times.spoken(one.day, one.window),
            "failure": one.failure,
            "arrived": times.spoken_hour(one.arrived_at) if one.arrived_at else None,
            "next_step": one.next_step,
            "fee": f"${one.fee_cents / 100:,.2f}".removesuffix(".00") if one.fee_cents else None,
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressless:
    """A booking with a pickup day and no pickup address, as `queries.addressless` gives it."""

    booking_id: UUID
    pickup_date: date
    pickup_time: str | None
    last_heard_at: datetime
    first_name: str | None
    email: str
    user_id: UUID | None
    texted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """A booking in storage whose delivery has no date, as `queries.undecided` gives it."""

    booking_id: UUID
    first_name: str | None
    email: str
    user_id: UUID | None
    texted: bool


def of_addressless(one: Addressless, now: datetime) -> Iterator[Message]:
    """What a booking without a pickup address asks for now (rule: what-is-missing)."""
    asked_at = [times.days_before(one.pickup_date, days) for days in ADDRESS_REMINDERS]
    ends = [*asked_at[1:], times.two_days_before(one.pickup_date)]
    for days, at, end in zip(ADDRESS_REMINDERS, asked_at, ends, strict=True):
        # The mail of the booking itself, and of each change, has just said so.
        if at <= now < end and one.last_heard_at < at:
            yield Message(
                f"pickup-address:{one.booking_id}:{one.pickup_date}:{days}",
                "pickup_address",
                {
                    "first_name": one.first_name,
                    "pickup": times.spoken(one.pickup_date, one.pickup_time),
                },
            )


def delivery_reminder(now: datetime) -> date | None:
    """The day whose reminder of a delivery without a date is worth saying now."""
    today = clock.campus_time(now).date()
    days = [date(today.year, month, day) for month, day in DELIVERY_REMINDERS]
    ends = [*days[1:], days[-1] + _LAST_DAYS]
    for day, end in zip(days, ends, strict=True):
        if _morning(day) <= now < _morning(end):
            return day
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageEnd:
    """A booking whose chosen storage ends without a booked return, as `queries.storage_ends`."""

    booking_id: UUID
    until: date
    first_name: str | None
    email: str
    user_id: UUID | None
    texted: bool


def of_storage_end(one: StorageEnd, now: datetime) -> Iterator[Message]:
    """What the end of longer storage asks for now (rule: storage-extension)."""
    for days in STORAGE_REMINDERS:
        at = times.days_before(one.until, days)
        if at <= now < at + _STORAGE_REMINDER_DAYS:
            yield Message(
                f"storage-ends:{one.booking_id}:{one.until}:{days}",
                "storage_ends",
                {"first_name": one.first_name, "until": clock.spoken_day(one.until)},
            )


def of_stored(booking_id: UUID, first_name: str | None, day: date) -> Message:
    """What a booking asks for whose items are stored and whose delivery has no date."""
    return Message(
        f"delivery-undecided:{booking_id}:{day}", "delivery_undecided", {"first_name": first_name}
    )


def of_named_visit(one: NamedVisit) -> Message:
    """The message to the person at the door: anew for each day, window and place."""
    when = times.spoken(one.day, one.window)
    data: dict[str, object] = {"visit": one.visit, "when": when, "address": one.address or ""}
    visit = f"{one.contact_email} {when} {one.address}".lower()
    digest = hashlib.sha256(visit.encode()).hexdigest()[:16]
    return Message(f"door-named:{one.booking_id}:{one.visit}:{digest}", "door_named", data)


def _morning(day: date) -> datetime:
    return clock.moment(day, times.TWO_DAYS_BEFORE_AT)
