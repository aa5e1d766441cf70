"""Claim and release a place in a pickup window. Part of the booking's transaction."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import msgspec

from summerstow.facts import TimeOfDay
from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.season import Visit
from summerstow.platform.errors import Conflict, Invalid

from . import queries, season, waiting_list
from .days import closing_queries


class FreeWindow(msgspec.Struct, frozen=True):
    """A window with a place left; any time of that day where `pickup_time` is None."""

    date: date
    pickup_time: str | None

    @property
    def words(self) -> str:
        """`Friday, April 30, 2027, 9:00 AM - 12:00 PM`."""
        return f"{clock.spoken_day(self.date)}, {self.pickup_time or 'any time'}"


class Offer(msgspec.Struct, frozen=True):
    """What a refusal of a window offers instead, the nearest first; one may wait for a full one."""

    full: bool
    free: tuple[FreeWindow, ...]


class WindowRefused(Conflict):
    """The window that was asked for cannot be had; its facts are an `Offer`."""

    code = "PT409"

    def __init__(self, message: str, offer: Offer) -> None:
        words = "; ".join(one.words for one in offer.free)
        super().__init__(message, hint=words or None, facts=offer)


class WindowFull(WindowRefused):
    """No place is left in it."""


class DayClosed(WindowRefused):
    """The day takes no more bookings."""


async def refuse_closed(
    tx: ElevatedTransaction, campus_id: int, day: date, part: TimeOfDay | None
) -> None:
    """Raise `DayClosed`, naming the nearest free windows, where no pickup is sold.

    Rules: closed-day, season-days.
    """
    if why := season.refusal("pickup", campus_id, day, tx.actor, part):
        raise await _closed(tx, campus_id, day, "pickup", why)
    if await closing_queries.is_closed(tx, campus_id, day):
        raise await _closed(tx, campus_id, day, "pickup")


def refuse_campus(campus_id: int) -> None:
    """Raise `Conflict` where a campus takes no new bookings (rule: campuses-published)."""
    campus = published.campus(campus_id)
    if campus is not None and campus.status != "open":
        raise Conflict(f"We take no new bookings at {campus.name}.")


async def refuse_return(tx: ElevatedTransaction, campus_id: int, day: date) -> None:
    """Raise `DayClosed` where the season has no returns on this day (rule: season-days)."""
    if why := season.refusal("delivery", campus_id, day, tx.actor):
        raise await _closed(tx, campus_id, day, "delivery", why)


async def refuse_without_places(
    tx: ElevatedTransaction,
    campus_id: int,
    day: date,
    part: TimeOfDay | None,
    what: Visit = "pickup",
) -> None:
    """Raise `DayClosed` for a window without places where the season does not sell such ones."""
    if season.sells_without_places(what, day):
        return
    if part is None and await queries.count_of_days(tx, campus_id, day, day):
        # A window of the day is chosen later.
        return
    window = f", {windows.label(campus_id, part)}" if part else ""
    why = f"There are no places for a {what} on {clock.spoken_day(day)}{window}."
    raise await _closed(tx, campus_id, day, what, why)


async def _closed(
    tx: ElevatedTransaction, campus_id: int, day: date, what: Visit, why: str | None = None
) -> DayClosed:
    free = await _free_ahead(tx, campus_id, day, what)
    message = why or f"We take no more bookings for a {what} on {clock.spoken_day(day)}."
    if free:
        message += f" The nearest free window is {free[0].words}."
    elif not why:
        message += " Please choose another day."
    return DayClosed(message, Offer(full=False, free=free))


async def move(
    tx: ElevatedTransaction,
    *,
    give_up: list[UUID],
    campus_id: int | None,
    day: date | None,
    pickup_time: str | None,
    hold: UUID | None = None,
    what: Visit = "pickup",
) -> UUID | None:
    """Claim a place in the window, giving up the ones held before; returns the slot claimed.

    A place that `hold` keeps is taken over where it is in this very window, and free otherwise.

    None where the window has no limit (no slot row) or no window was asked for. Raises
    `WindowRefused`, naming the nearest free window, and then nothing has moved. A place is never
    sold twice: the claim is one conditional update with a CHECK behind it (`app.claim_place`).
    """
    part = windows.time_of_day(pickup_time)
    if campus_id is None or day is None:
        campus_id = day = None
    elif why := season.refusal(what, campus_id, day, tx.actor, part):
        raise await _closed(tx, campus_id, day, what, why)
    claim = await queries.claim(
        tx, campus_id, day, part, given_up=give_up, hold=hold, now=clock.now()
    )
    if claim.refused is not None:
        assert campus_id is not None
        assert day is not None
        raise await refusal(tx, claim.refused, campus_id, day, part, what=what)
    if claim.slot is None and campus_id is not None and day is not None:
        await refuse_without_places(tx, campus_id, day, part, what)
    for one in claim.freed:
        await give_back(tx, one)
    return claim.slot


async def refusal(
    tx: ElevatedTransaction,
    refused: str,
    campus_id: int,
    day: date,
    part: TimeOfDay | None,
    *,
    what: Visit = "pickup",
) -> WindowRefused:
    """The words for a place that could not be claimed."""
    if refused == "closed":
        return await _closed(tx, campus_id, day, what)
    assert part is not None
    return await full(tx, campus_id, day, part, what)


async def give_back(tx: ElevatedTransaction, slot: UUID) -> None:
    """A place is free again; the first who waits for it has a mail (rule: waiting-list)."""
    await queries.give_back(tx, slot)
    await waiting_list.tell(tx, slot)


async def widen_if_full(
    tx: ElevatedTransaction, campus_id: int, day: date, pickup_time: str
) -> None:
    """Offer one place more where a window has a limit and none is left (executives alone)."""
    part = windows.time_of_day(pickup_time)
    wanted = await queries.find(tx, campus_id, day, part) if part is not None else None
    if wanted is not None:
        await queries.widen_if_full(tx, wanted)


async def full(
    tx: ElevatedTransaction, campus_id: int, day: date, part: TimeOfDay, what: Visit = "pickup"
) -> WindowFull:
    """The refusal of a window without places, naming the nearest free ones."""
    window = f"{clock.spoken_day(day)}, {windows.label(campus_id, part)}"
    free = await _free_ahead(tx, campus_id, day, what)
    message = f"The {what} window {window} is full."
    if free:
        message += f" The nearest free one is {free[0].words}."
    else:
        message += " Please choose another day."
    return WindowFull(message, Offer(full=True, free=free))


async def free_around(
    tx: ElevatedTransaction, campus_id: int, day: date, what: Visit, most: int
) -> list[queries.Slot]:
    """Free windows that are sold, from 30 days before a day to 60 after it, the nearest first."""
    before, after = (timedelta(days=days) for days in queries.AROUND)
    sold = season.days(what, day - before, day + after)
    parts = [one.time_of_day for one in windows.offered(campus_id)]
    return await queries.nearest_free(tx, campus_id, day, sold, parts=parts, limit=most)


async def _free_ahead(
    tx: ElevatedTransaction, campus_id: int, day: date, what: Visit
) -> tuple[FreeWindow, ...]:
    """Up to three free windows around a day that are not over."""
    return tuple(
        FreeWindow(row.date, windows.label(campus_id, row.time_of_day) if row.time_of_day else None)
        for row in await free_around(tx, campus_id, day, what, 3)
        if row.date >= min(clock.today(), day)
    )


async def counts_after(
    tx: ElevatedTransaction,
    slot: UUID,
    *,
    now: tuple[int, int],
    capacity: int | None,
    free: int | None,
) -> tuple[int, int]:
    """(capacity, available_slots) to store when staff change a slot that is locked.

    `now` is (capacity, available_slots) as stored. Places that bookings hold can neither be taken
    away by a smaller capacity nor offered again by a stale form: `Invalid` says what is true now.
    Where only the capacity is given, the free places move with it.
    """
    held = await queries.places_held(tx, slot)
    new_capacity = now[0] if capacity is None else capacity
    new_free = now[1] + new_capacity - now[0] if free is None else free
    if new_capacity < held:
        raise Invalid(
            f"{held} places of this slot are already booked, so its capacity cannot go below that."
        )
    if new_free > new_capacity - held:
        raise Invalid(
            f"{held} of {new_capacity} places are already booked, "
            f"so at most {new_capacity - held} can be free."
        )
    if new_free < 0:
        raise Invalid("More places of this slot are taken than that capacity has.")
    return new_capacity, new_free
