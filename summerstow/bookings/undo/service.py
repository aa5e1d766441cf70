"""Undo a booking's last change by its opposite, through what follows from any change (rule: undo).

Money is undone by counter-entries. A message that has not left is dropped; one that has left gets a
correction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime
from typing import Final
from uuid import UUID

from summerstow.billing.invoices import events
from summerstow.bookings import authorization, notifications, service
from summerstow.bookings import queries as booking_queries
from summerstow.bookings.edit import EDITABLE
from summerstow.bookings.model import REPLACEABLE, Booking
from summerstow.bookings.words.changes import changes_in_words
from summerstow.crew.queue import queries as queue_queries
from summerstow.messages.times import UNDO_TIME
from summerstow.platform import published
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Conflict, Forbidden
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import CUSTOMER, EXECUTIVES, OFFICE, STAFF, WORKER
from summerstow.platform.tables import Row

from . import queries
from .queries import LastChange
from .timing import AT_ONCE

_NOTHING: Final = "There is nothing to undo."
_NOT_ALLOWED: Final = "You may not undo this change."
#: The reason of an undo in the audit log.
UNDONE: Final = "Undone"
#: Columns that follow from others.
_FOLLOWS: Final = frozenset({"slot_id", "return_slot_id", "confirm_by", "pickup_confirmed_at"})
_DATES: Final = frozenset({"pickup_date", "pickup_time"})
_VISITS: Final = _DATES | {
    *("supply_kit_delivery_date", "return_delivery_date", "return_delivery_time"),
}
_STOPS: Final = {
    "pickup": "pickup_date",
    "return": "return_delivery_date",
    "kit": "supply_kit_delivery_date",
}
_OF_STATUS: Final = frozenset(
    {"status", "cancelled_at", "cancellation_fee_cents", "cancellation_note"}
)
#: A change of others is another step of the booking, with its own way back or none.
_UNDOABLE: Final = (
    _VISITS
    | _OF_STATUS
    | {*EDITABLE.get("pending", ()), "location_fee_cents"}
    | {"guest_first_name", "guest_last_name", "guest_phone"}
)
#: Messages that say what was changed and are not merged with others.
_DROPPED: Final = ("booking_cancelled", "door_cancelled", "booking_confirmed", "pickup_moved")


def name_of(tx: Transaction, change: LastChange) -> str:
    """Who made a change, as the caller reads it."""
    if change.actor_id == tx.actor.user_id:
        return "You"
    if change.actor_role in STAFF:
        return change.actor_name or "A colleague"
    return "The customer" if change.actor_role == CUSTOMER else "Somebody else"


def words_of(booking: Booking, change: LastChange) -> str:
    """What a change did, in a few words."""
    status = change.after.get("status")
    if status == "cancelled":
        return "Booking cancelled"
    if status is not None:
        return f"Status set to {status.replace('_', ' ')}"
    if _DATES & change.after.keys():
        return f"Pickup moved to {booking.pickup}"
    parts = changes_in_words(_before(booking, change), booking)
    return f"{parts[0].what} changed" if parts else "Booking changed"


def is_staff_move(change: LastChange) -> bool:
    """Whether staff moved a pickup, and nothing else."""
    columns = _columns(change.before).keys()
    return change.actor_role in STAFF and bool(columns) and columns <= _DATES


def _is_undoable(change: LastChange) -> bool:
    columns = _columns(change.before).keys()
    by_staff = change.actor_role in STAFF
    return bool(columns) and columns <= (_UNDOABLE if by_staff else _VISITS | _OF_STATUS)


def refusal(tx: Transaction, booking: Booking, change: LastChange | None) -> str | None:
    """Why a booking's last change cannot be undone by the caller, or None.

    A role undoes what it may do: the office changes and cancels, executives set statuses, workers
    move pickups, and customers cancel their own bookings.
    """
    if change is None or not _is_undoable(change):
        return _NOTHING
    if change.after.get("reason") == UNDONE:
        return f"{name_of(tx, change)} undid this already."
    if change.by_crew:
        return "The crew recorded this at the door. Please take it back in Pickups."
    if not _is_allowed(tx, booking, change):
        return _NOT_ALLOWED
    if change.age_seconds >= UNDO_TIME.total_seconds():
        return "Ten minutes are over: this cannot be undone any more."
    return None


def _is_allowed(tx: Transaction, booking: Booking, change: LastChange) -> bool:
    role = tx.actor.role
    was = change.before.get("status")
    cancels = change.after.get("status") == "cancelled" and was in REPLACEABLE
    if role in OFFICE:
        return was is None or cancels or role in EXECUTIVES
    if role == WORKER:
        return is_staff_move(change)
    is_own = booking.user_id is not None and booking.user_id == tx.actor.user_id
    return is_own and cancels and change.actor_id == tx.actor.user_id


async def undo(tx: ElevatedTransaction, booking_id: UUID, seen: datetime) -> Booking:
    """Undo the last change of a booking, which left it as it was `seen` (its `updated_at`).

    Returns the booking. Raises `Conflict` if it was changed or undone since, if ten minutes are
    over, or if something followed that cannot be undone; and `slots.WindowRefused` if its place is
    taken.
    """
    now = await authorization.locked(tx, booking_id)
    change = await queries.last_change(tx, booking_id)
    why = refusal(tx, now, change)
    if change is None or why == _NOT_ALLOWED:
        raise Forbidden(why or _NOTHING)
    if why is not None and change.after.get("reason") == UNDONE:
        raise Conflict(why)
    changed_at = datetime.fromisoformat(now.updated_at)
    if changed_at != seen:
        raise Conflict(
            f"{name_of(tx, change)} changed this booking since: {words_of(now, change)}. "
            "Nothing was undone."
        )
    if why is not None:
        raise Conflict(why)
    if await queries.ended_part_returns(tx, booking_id, change.transaction):
        raise Conflict(
            "The return of some items ended with it, and its customer was told. "
            f"Please {published.business().reach_us}."
            if tx.actor.role == CUSTOMER
            else "The return of some items ended with it, and its customer was told."
        )
    if await queries.has_visit_failed(tx, booking_id, _days_again(now, change)):
        raise Conflict("The crew's visit on that day failed: please choose another date.")
    stops = await queries.former_stops(tx, booking_id, change.transaction)
    quote = await queries.withdrawn_quote(tx, booking_id, change.transaction)
    await booking_queries.give_reason(tx, UNDONE)
    await queries.restore_requests(tx, booking_id, change.transaction, changed_at)
    is_again = await booking_queries.edit(tx, booking_id, _columns(change.before))
    with _beyond_cut_off(tx):
        await service.changed(tx, now, is_again)
    await queries.place_stops(tx)
    for stop in stops:
        await queue_queries.restore_stop(tx, stop)
    if quote is not None:
        await queries.restore_quote(tx, booking_id, quote)
        if quote.was_accepted and quote.cents is not None:
            await events.delivery_quote_accepted(tx, booking_id, quote.id, quote.cents)
    await _undo_fees(tx, now, is_again)
    follows = {
        key: change.before[key]
        for key in ("confirm_by", "pickup_confirmed_at")
        if change.before.get(key) is not None
    }
    if follows:
        is_again = await booking_queries.edit(tx, booking_id, follows)
    await _tell(tx, now, is_again)
    return await authorization.locked(tx, booking_id)


@contextmanager
def _beyond_cut_off(tx: Transaction) -> Iterator[None]:
    """Inside, a customer's own place is claimed as staff claim it: however soon its window is."""
    actor = tx.actor
    if actor.role == CUSTOMER:
        tx.actor = replace(actor, role=WORKER)
    try:
        yield
    finally:
        tx.actor = actor


def _days_again(booking: Booking, change: LastChange) -> dict[str, date]:
    """The days to which an undo moves visits back, by the kind of stop."""
    before = _before(booking, change)
    days = {
        kind: getattr(before, field) for kind, field in _STOPS.items() if field in change.before
    }
    if before.line is not None and before.line != booking.line:
        days["pickup"] = before.pickup_date
    return {kind: day for kind, day in days.items() if day is not None}


def _columns(before: Row) -> Row:
    return {key: value for key, value in before.items() if key not in _FOLLOWS}


def _before(booking: Booking, change: LastChange) -> Booking:
    return Booking.of(booking.row | _columns(change.before))


async def _undo_fees(tx: ElevatedTransaction, was: Booking, is_again: Booking) -> None:
    if was.status == "cancelled" and was.cancellation_fee_cents:
        await events.cancellation_undone(tx, was.id)
    if was.location_fee_cents != is_again.location_fee_cents:
        await events.location_undone(tx, was.id, was.location_fee_cents)


async def _tell(tx: ElevatedTransaction, was: Booking, is_again: Booking) -> None:
    """Drop the message about the change; correct it if it left."""
    stamp = f"{was.id}:{was.updated_at}"
    causes = [f"{kind.replace('_', '-')}:{stamp}" for kind in (*_DROPPED, "booking_changed")]
    written = await outbox.kinds_written(tx, causes)
    await outbox.drop_waiting(tx, was.id, _DROPPED, stamp)
    await outbox.drop_part(tx, was.id, was.updated_at)
    told = any(written.values()) or await outbox.has_told_several(
        tx, was.email or "", was.id, was.updated_at
    )
    if "booking_changed" in written:
        # Merged with the one that waits, which leaves it out.
        await notifications.changed(tx, was, is_again, wait=AT_ONCE)
    elif told and was.status == "cancelled":
        await notifications.restored(tx, is_again)
    elif told:
        await notifications.row_changed(tx, was, is_again, wait=AT_ONCE)
