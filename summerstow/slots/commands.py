"""Places kept and waited for, by `POST /rest/v1/rpc/{command}`; open to everybody who may book."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec

from summerstow.messages import queries as message_queries
from summerstow.platform import clock, published, windows
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import EVERYBODY, EXECUTIVES
from summerstow.platform.text import check_email

from . import bounds, holds, queries, season, service

# A hold takes a place, a waiting list writes a mail.
_HOLDS: Final = Limit("holds", 1200, 3600, burst=300)
_WAITS: Final = Limit("waiting", 60, 3600, burst=30)
_WEEK: Final = timedelta(days=7)
_Time = Annotated[str, msgspec.Meta(max_length=40)]


class HoldPlace(msgspec.Struct, forbid_unknown_fields=True):
    """A window; `hold_id` is what the same form kept before."""

    campus_id: int
    pickup_date: date
    pickup_time: _Time
    hold_id: UUID | None = None


class ReleasePlace(msgspec.Struct, forbid_unknown_fields=True):
    """A hold."""

    hold_id: UUID


class WaitForPlace(msgspec.Struct, forbid_unknown_fields=True):
    """A window that is full, and whom to tell; signed in, it is one's own address."""

    campus_id: int
    pickup_date: date
    pickup_time: _Time
    email: Annotated[str, msgspec.Meta(max_length=255)] | None = None


class WaitForSeason(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to tell once booking opens; signed in, it is one's own address."""

    email: Annotated[str, msgspec.Meta(max_length=255)] | None = None


class CopySlots(msgspec.Struct, forbid_unknown_fields=True):
    """The first days of two weeks of a campus; both fall on the same weekday."""

    campus_id: int
    week_from: date
    week_to: date


class HeldPlace(msgspec.Struct, frozen=True):
    """A place that is kept; both null where the window has no limit."""

    hold_id: UUID | None
    seconds: int | None


class CopiedSlots(msgspec.Struct, frozen=True):
    """Slots made, and those that were not because the day has its own already."""

    made: int
    kept: int


class WaitingPlace(msgspec.Struct, frozen=True):
    """The place on the list, from 1, and the address that hears of it."""

    place: int
    email: str


async def hold_place(tx: ElevatedTransaction, arguments: HoldPlace) -> HeldPlace:
    """Keep a place while a form is filled in; 409 where the window is full."""
    if arguments.pickup_date < clock.today():
        raise Invalid("This day is over. Please choose a later one.")
    hold_id, until = await holds.hold(
        tx,
        arguments.campus_id,
        arguments.pickup_date,
        arguments.pickup_time,
        arguments.hold_id,
    )
    seconds = None if until is None else int((until - clock.now()).total_seconds())
    return HeldPlace(hold_id, seconds)


async def release_place(tx: ElevatedTransaction, arguments: ReleasePlace) -> None:
    """The form was closed."""
    await holds.release(tx, arguments.hold_id)


async def copy_slots(tx: Transaction, arguments: CopySlots) -> CopiedSlots:
    """Offer one week's slots in another as well.

    Raises `Invalid` for a week that is over or no whole number of weeks away, and `Conflict` where
    the week to copy has no slots.
    """
    shift = (arguments.week_to - arguments.week_from).days
    if shift == 0:
        raise Invalid("Please choose another week to copy to.")
    if shift % _WEEK.days:
        raise Invalid("Both weeks must start on the same day of the week.")
    if arguments.week_to + _WEEK <= clock.today():
        raise Invalid("This week is over. Please choose a later one.")
    count = await queries.count_of_days(
        tx, arguments.campus_id, arguments.week_from, arguments.week_from + timedelta(days=6)
    )
    if count == 0:
        raise Conflict("This week has no slots to copy.")
    copied = await queries.copy_days(tx, arguments.campus_id, arguments.week_from, shift)
    return CopiedSlots(copied, count - copied)


async def wait_for_place(tx: ElevatedTransaction, arguments: WaitForPlace) -> WaitingPlace:
    """Be told of a free place. Raises `Conflict` where the window has one."""
    windows.check(arguments.campus_id, arguments.pickup_time)
    part = windows.time_of_day(arguments.pickup_time)
    assert part is not None
    email = await _address(tx, arguments.email)
    slot = await queries.find(tx, arguments.campus_id, arguments.pickup_date, part)
    await service.refuse_closed(tx, arguments.campus_id, arguments.pickup_date, part)
    if slot is None or await queries.free(tx, slot) > 0:
        raise Conflict("This window has places left: book it now.")
    await bounds.refuse_many_waits(tx, email)
    campus = published.known_campus(arguments.campus_id)
    query = urlencode({"campus": campus.slug, "date": arguments.pickup_date.isoformat()})
    place = await queries.wait(tx, slot, email, tx.actor.user_id, f"/book?{query}")
    return WaitingPlace(place, email)


async def wait_for_season(tx: ElevatedTransaction, arguments: WaitForSeason) -> WaitingPlace:
    """Be told once booking opens (rule: season-opens). Raises `Conflict` where it is open."""
    if season.is_open(clock.today()):
        raise Conflict("Booking is open: book now.")
    email = await _address(tx, arguments.email)
    await bounds.refuse_many_waits(tx, email)
    return WaitingPlace(await queries.wait(tx, None, email, tx.actor.user_id, "/book"), email)


COMMANDS: Final[tuple[Command, ...]] = (
    Command("hold_place", HoldPlace, hold_place, EVERYBODY, limit=_HOLDS, elevated=True),
    Command("release_place", ReleasePlace, release_place, EVERYBODY, elevated=True),
    Command("wait_for_place", WaitForPlace, wait_for_place, EVERYBODY, limit=_WAITS, elevated=True),
    Command(
        "wait_for_season", WaitForSeason, wait_for_season, EVERYBODY, limit=_WAITS, elevated=True
    ),
    Command("copy_slots", CopySlots, copy_slots, EXECUTIVES),
)


async def _address(tx: Transaction, address: str | None) -> str:
    if tx.actor.user_id is not None:
        own = await message_queries.address_of(tx, tx.actor.user_id)
        if own:
            return own
    return check_email(address)
