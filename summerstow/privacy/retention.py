"""Delete what is kept no longer than the privacy page says (rule: retention)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from summerstow import facts
from summerstow.billing.fees.proposals import DISPUTE_DAYS
from summerstow.billing.payments import bank_queries
from summerstow.billing.payments.service import OLDEST
from summerstow.conversations import queries as conversations
from summerstow.office.inbox import queries as inbox
from summerstow.platform import clock
from summerstow.platform.database.pool import Database

from . import retention_queries as queries
from . import without_account

#: Bookings of one transaction.
_BATCH: Final = 200
#: Longer than friends are told of the end of a bundle (`friends.bundles.queries`).
_FRIENDS_TOLD: Final = timedelta(days=8)
#: How long it is known who took what needed a person.
_MARKS_KEPT: Final = timedelta(days=365)


class Retention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`facts/retention.json`. The time for claims stands in the terms of each price list.

    `guest_booking_days`: days after which a closed booking without an account loses its person.
    `conversation_days`: days after its last message for which a conversation is kept.
    """

    guest_booking_days: int
    conversation_days: int


RETENTION: Final = facts.read("retention.json", Retention)


async def clear(database: Database) -> None:
    """Delete messages and photos of closed bookings, and the person of old guest bookings."""
    while await _clear_batch(database):
        pass
    # Also those that were sent after the booking was cleared.
    async with database.owner() as tx:
        await queries.delete_messages(tx, clock.now() - _FRIENDS_TOLD)
        age = timedelta(days=RETENTION.conversation_days)
        await conversations.delete_old(tx, clock.now(), age)
        await inbox.delete_old_marks(tx, clock.now() - _MARKS_KEPT)
        await bank_queries.delete_old_unmatched(tx, clock.now() - OLDEST)
    while await _anonymize_guests(database):
        pass


async def _clear_batch(database: Database) -> bool:
    now = clock.now()
    async with database.owner() as tx:
        bookings = await queries.hold_closed(tx, now, now - timedelta(days=DISPUTE_DAYS), _BATCH)
        if bookings:
            await queries.delete_photos(tx, bookings)
            await queries.mark_cleared(tx, bookings, now)
    return len(bookings) == _BATCH


async def _anonymize_guests(database: Database) -> bool:
    closed_before = clock.now() - timedelta(days=RETENTION.guest_booking_days)
    async with database.owner() as tx:
        bookings = await queries.hold_old_guest_bookings(tx, closed_before, _BATCH)
        if bookings:
            addresses = set(bookings.values())
            addresses -= await queries.addresses_in_use(tx, addresses, list(bookings))
            await without_account.anonymize(tx, sorted(addresses), list(bookings))
    return len(bookings) == _BATCH
