"""Messages to people who share a bundle: who joined, where the pickup is now, and that it is off.

Reminders of the pickup and its end are planned with those of the owner (`messages.planner`).
"""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.billing.invoices.storage import BilledStorage
from summerstow.billing.pricing import terms
from summerstow.billing.pricing.shares import share_out
from summerstow.messages import queries as message_queries
from summerstow.messages import service as messages
from summerstow.messages import times
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import Row
from summerstow.platform.text import short_full_name, short_name

from . import queries, rules
from .model import PlanFriend, SharedBundle, SharedPickup

_PAGE = "/customer-dashboard/friends"


async def joined(tx: ElevatedTransaction, bundle: SharedBundle, user_id: UUID) -> None:
    """Tell a friend what happens to their things now, and the owner who joined."""
    friends = await queries.friends(tx, bundle.id)
    friend = next(one for one in friends if one.user_id == user_id)
    row = await message_queries.booking(tx, bundle.id)
    assert row is not None
    await _tell_friend(tx, bundle, friend, "bundle_joined", "")
    await messages.tell(
        tx,
        row,
        cause=f"friend-joined:{friend.id}",
        kind="friend_joined",
        data={
            "first_name": bundle.first_name,
            "friend": short_full_name(friend.full_name),
            "people": len(friends) + 1,
            "pickup": bundle.pickup,
            "link": _PAGE,
        },
        with_calendar=False,
    )


async def pickup_changed(
    tx: ElevatedTransaction, booking_id: UUID, old: Row, new: Row, *, stamp: str
) -> None:
    """Tell each friend of another day, window or place; `stamp` names this change of the row."""
    was, is_now = (msgspec.convert(row, SharedPickup) for row in (old, new))
    if was == is_now:
        return
    friends = await queries.friends(tx, booking_id)
    bundle = await queries.booking(tx, booking_id)
    if not friends or bundle is None or bundle.status not in rules.OPEN:
        return
    changes = [
        {"what": what, "was": before or "not chosen", "is_now": after or "not chosen"}
        for (what, before), (_, after) in zip(was.in_words, is_now.in_words, strict=True)
        if before != after
    ]
    # A room is one of the owner's building.
    place_changed = was.place != is_now.place
    for friend in friends:
        room_cleared = place_changed and friend.room is not None
        if room_cleared:
            await queries.set_room(tx, friend.id, None)
        await _tell_friend(
            tx,
            bundle,
            msgspec.structs.replace(friend, room=None) if room_cleared else friend,
            "bundle_moved",
            f":{stamp}",
            changes=changes,
            room_cleared=room_cleared,
        )
    await queries.note_told(tx, booking_id, clock.now())


async def return_changed(tx: ElevatedTransaction, booking_id: UUID, *, stamp: str) -> None:
    """Tell each friend when the bundle comes back; `stamp` names this change of the booking."""
    bundle = await queries.booking(tx, booking_id)
    if bundle is None or bundle.status != "picked_up":
        return
    day, window = bundle.return_delivery_date, bundle.return_delivery_time
    back = f"{clock.spoken_day(day)}{f', {window}' if window else ''}" if day else None
    for friend in await queries.friends(tx, booking_id):
        await _tell_friend(
            tx, bundle, friend, "bundle_return", f":{stamp}", back=back, link="/customer-dashboard"
        )


async def stored_longer(
    tx: ElevatedTransaction, storage: BilledStorage, until: date, months: int
) -> None:
    """Tell each friend until when the bundle stays and what their part is; 0 months: as planned."""
    bundle = await queries.booking(tx, storage.booking_id)
    friends = await queries.friends(tx, storage.booking_id)
    if bundle is None or not friends:
        return
    tax = terms.tax_on(clock.today())
    members = [one.id for one in friends]
    shares = {one.member_id: one for one in share_out(storage.plan.monthly_cents, tax, members)}
    extras = storage.friend_cents()
    for friend in friends:
        share, extra = shares[friend.id], extras.get(friend.id, 0)
        monthly = share.cents + share.tax_cents + extra + terms.tax_cents(extra, tax)
        await _tell_friend(
            tx,
            bundle,
            friend,
            "bundle_stored_longer",
            f":{clock.now().isoformat()}",
            until=clock.spoken_day(until),
            months=months,
            monthly=terms.dollars(monthly),
            amount=terms.dollars(months * monthly),
        )


async def _tell_friend(
    tx: ElevatedTransaction,
    bundle: SharedBundle,
    friend: PlanFriend,
    kind: str,
    occasion: str,
    **more: object,
) -> None:
    if friend.email is None:
        return
    await messages.tell_account(
        tx,
        friend.user_id,
        cause=f"{kind.replace('_', '-')}:{friend.id}{occasion}",
        kind=kind,
        to=friend.email,
        data={
            "first_name": messages.greeting(friend.full_name),
            "owner": short_name(bundle.first_name, bundle.last_name),
            "pickup": bundle.pickup,
            "residence": bundle.residence,
            "room": friend.room,
            "campus": bundle.campus_name,
            "link": _PAGE,
            **more,
        },
        of_booking=await message_queries.booking(tx, bundle.id),
        of_member=friend.id,
    )


async def run(tx: ElevatedTransaction) -> None:
    """Write to each friend once that a shared bundle is cancelled."""
    for row in await queries.unannounced_ends(tx):
        day = row.pickup_date
        await messages.tell_account(
            tx,
            row.user_id,
            cause=f"shared-plan-ended:{row.id}",
            kind="shared_plan_ended",
            to=row.email,
            data={
                "first_name": messages.greeting(row.full_name),
                "owner": short_name(row.owner),
                "pickup": clock.day_in_words(day) if day else None,
                "link": "/book",
            },
            of_booking=await message_queries.booking(tx, row.booking_id),
            wait=times.UNDO_TIME,
        )
