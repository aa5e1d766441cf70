"""A bundle that friends share: who joins, who leaves, and what each sees of it.

One booking, one pickup, one bundle, and an invoice for each (rule: shared-bundle).
Friends see no items of each other: names are short, and of the items only the plan is shown. A
friend who joined sees where the crew comes.
"""

from __future__ import annotations

import secrets
from typing import Final
from uuid import UUID

from summerstow.billing.invoices import item_queries
from summerstow.billing.invoices.model import FriendItems
from summerstow.billing.invoices.storage import BilledStorage, friend_lines, read_storage
from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.plans import plan_for
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.shares import share_out
from summerstow.billing.pricing.terms import PriceList
from summerstow.messages import queries as message_queries
from summerstow.platform import clock, phones, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.http import site
from summerstow.platform.text import check_email, short_full_name, short_name

from . import notify, queries, rules
from .answers import (
    Invitation,
    JoinPreview,
    JoinState,
    OneOf,
    OwnShare,
    PossibleShare,
    SharedPlan,
    ShareExtra,
    SharePeople,
)
from .model import PlanFriend, SharedBundle, StoredInvitation

_CLOSED: Final = "The crew has counted this bundle already: nobody can join or leave any more."


async def shared_plans(tx: ElevatedTransaction, user_id: UUID) -> list[SharedPlan]:
    """The bundles of the account: its own booking in use, and those that it shares."""
    return [await _seen(tx, one, user_id) for one in await queries.plans_of(tx, user_id)]


async def invite(tx: ElevatedTransaction, booking_id: UUID, user_id: UUID) -> Invitation:
    """Make an invitation, which ends the one before. Raises `Conflict` after the pickup."""
    _check_open(await _own(tx, booking_id, user_id))
    now = clock.now()
    token = secrets.token_urlsafe(32)
    await queries.revoke(tx, booking_id, now)
    expires = now + rules.INVITATION
    await queries.invite(tx, booking_id, rules.token_hash(token), now, expires)
    return Invitation(token, site.link(f"/join/{token}"), clock.campus_time(expires).date())


async def revoke(tx: ElevatedTransaction, booking_id: UUID, user_id: UUID) -> SharedPlan:
    """End the invitation: its link leads nowhere any more. The same again changes nothing."""
    await _own(tx, booking_id, user_id)
    await queries.revoke(tx, booking_id, clock.now())
    return await _seen(tx, booking_id, user_id)


async def preview(tx: ElevatedTransaction, token: str) -> JoinPreview:
    """What the link is an invitation to; 404 for one that never was."""
    invitation = await _invitation(tx, token)
    booking = await queries.booking(tx, invitation.booking_id)
    assert booking is not None
    friends = await queries.friends(tx, booking.id)
    people = len(friends) + 1
    state: JoinState = "open"
    if booking.status not in rules.OPEN:
        state = "closed"
    elif invitation.revoked_at is not None:
        state = "revoked"
    elif invitation.expires_at <= clock.now():
        state = "expired"
    elif people >= rules.MOST_PEOPLE:
        state = "full"
    return JoinPreview(
        state=state,
        owner_name=short_name(booking.first_name),
        campus=booking.campus_name,
        pickup_date=booking.pickup_date if state == "open" else None,
        pickup_time=booking.pickup_time if state == "open" else None,
        people=people,
        most_people=rules.MOST_PEOPLE,
        possible=_possible(await price_lists.of_booking(tx, booking.id), people + 1, people),
    )


async def accept(tx: ElevatedTransaction, token: str, user_id: UUID) -> SharedPlan:
    """Join the bundle that the link invites to; whoever has joined just sees it again.

    Two at once for the last place: one joins, and the other is refused. Raises 404 for a link that
    never was, `Conflict` otherwise, with the reason in `details`: own, closed, revoked, expired,
    removed, booking, plan or full.
    """
    invitation = await _invitation(tx, token)
    await queries.hold_account(tx, user_id)
    booking = await queries.held_booking(tx, invitation.booking_id)
    assert booking is not None
    # As it is now that nobody else changes it.
    invitation = await _invitation(tx, token)
    friends = await queries.friends(tx, booking.id)
    if booking.user_id == user_id:
        raise _refused("own", "This is your own invitation: it is for your friends.")
    if all(one.user_id != user_id for one in friends):
        await _check_join(tx, booking, invitation, user_id, len(friends) + 1)
        await queries.join(tx, booking.id, user_id)
        await notify.joined(tx, booking, user_id)
    return await _seen(tx, booking.id, user_id)


async def leave(tx: ElevatedTransaction, booking_id: UUID, user_id: UUID) -> None:
    """Share a bundle no more; nothing where one does not. Raises `Conflict` after the pickup."""
    booking = await queries.held_booking(tx, booking_id)
    friends = await queries.friends(tx, booking_id)
    mine = next((one for one in friends if one.user_id == user_id), None)
    if booking is None or mine is None:
        return
    await _leave(tx, booking, mine.id, removed=False)


async def remove(
    tx: ElevatedTransaction, booking_id: UUID, member_id: UUID, user_id: UUID
) -> SharedPlan:
    """Take a friend out, who may come back by a new invitation alone; nothing where they are not.

    Raises `Conflict` after the pickup.
    """
    booking = await _own(tx, booking_id, user_id)
    if any(one.id == member_id for one in await queries.friends(tx, booking_id)):
        await _leave(tx, booking, member_id, removed=True)
    return await _seen(tx, booking_id, user_id)


async def choose_room(
    tx: ElevatedTransaction, booking_id: UUID, user_id: UUID, room: str | None
) -> SharedPlan:
    """Store where in the owner's building the crew picks up a friend's items (rule: friend-items).

    None: the friend brings them to the owner. Raises 404 for a bundle that the caller does not
    share, `Conflict` once the crew is on the way.
    """
    booking = await queries.held_booking(tx, booking_id)
    friends = await queries.friends(tx, booking_id)
    mine = next((one for one in friends if one.user_id == user_id), None)
    if booking is None or mine is None:
        raise AppError("You share no such bundle.", status=404, code="P0002")
    if booking.status not in rules.ROOM_OPEN:
        raise Conflict(
            f"Our crew is on the way or was there. To reach us, {published.business().reach_us}."
        )
    await queries.set_room(tx, mine.id, " ".join((room or "").split()) or None)
    return await _seen(tx, booking_id, user_id)


async def name_people(
    tx: ElevatedTransaction, booking_id: UUID, user_id: UUID, people: SharePeople
) -> SharedPlan:
    """Store who is at the door for a friend and who pays their share (rule: people-of-a-booking).

    Raises 404 for a bundle that the caller does not share, `Invalid` for a phone or an email that
    cannot be used.
    """
    friends = await queries.friends(tx, booking_id)
    mine = next((one for one in friends if one.user_id == user_id), None)
    if mine is None:
        raise AppError("You share no such bundle.", status=404, code="P0002")
    phone, email = people.contact_phone, people.payer_email
    number = phones.stored(phone) if phone else None
    if phone and number is None:
        raise Invalid("Please enter a phone number that can be called.")
    checked = SharePeople(
        _line(people.contact_name),
        number,
        _line(people.payer_name),
        check_email(email) if email and email.strip() else None,
    )
    await queries.set_people(tx, mine.id, checked)
    return await _seen(tx, booking_id, user_id)


def _line(words: str | None) -> str | None:
    return " ".join((words or "").split()) or None


def _people(friend: PlanFriend) -> SharePeople:
    return SharePeople(
        friend.contact_name, friend.contact_phone, friend.payer_name, friend.payer_email
    )


async def is_shared(tx: ElevatedTransaction, booking_id: UUID) -> bool:
    """Whether friends share the bundle of a booking."""
    return bool(await queries.friends(tx, booking_id))


async def refuse_booking(tx: ElevatedTransaction, user_id: UUID) -> None:
    """`Conflict` for a booking of one's own beside a share in a bundle that is not picked up yet.

    The account is held.
    """
    if await queries.shares_open_plan(tx, user_id):
        raise Conflict(
            "You share a friend's bundle. To book for yourself, leave it first on your "
            "Friends page.",
            details="shared plan",
        )


async def booking_replaced(tx: ElevatedTransaction, old: UUID, new: UUID) -> None:
    """A later booking replaces this one: its friends and its invitation go on to it."""
    await queries.hand_over(tx, old, new)
    was, is_now = [await message_queries.booking(tx, one) for one in (old, new)]
    assert was is not None
    assert is_now is not None
    await notify.pickup_changed(tx, new, was, is_now, stamp=str(new))


async def _check_join(
    tx: ElevatedTransaction,
    booking: SharedBundle,
    invitation: StoredInvitation,
    user_id: UUID,
    people: int,
) -> None:
    owner = short_name(booking.first_name)
    if booking.status not in rules.OPEN:
        raise _refused("closed", "The pickup is over: nobody can join this bundle any more.")
    if invitation.revoked_at is not None:
        raise _refused("revoked", f"{owner} cancelled this invitation.")
    if invitation.expires_at <= clock.now():
        raise _refused("expired", f"This invitation has expired. Ask {owner} for a new link.")
    removed = await queries.removed_at(tx, booking.id, user_id)
    if removed is not None and invitation.created_at <= removed:
        raise _refused("removed", f"{owner} took you out of this bundle. Ask for a new link.")
    busy = await queries.busy_with(tx, user_id, booking.id)
    if busy == "booking":
        raise _refused(
            "booking",
            "You have a booking of your own. Cancel it first if your things go with this bundle.",
        )
    if busy == "plan":
        raise _refused("plan", "You share another friend's bundle. Leave that one first.")
    if people >= rules.MOST_PEOPLE:
        raise _refused(
            "full", f"All {rules.MOST_PEOPLE} places of this bundle are taken, the owner's too."
        )


async def _seen(tx: ElevatedTransaction, booking_id: UUID, user_id: UUID) -> SharedPlan:
    booking = await queries.booking(tx, booking_id)
    assert booking is not None
    friends = await queries.friends(tx, booking_id)
    owns = booking.user_id == user_id
    people = [
        OneOf(None, short_name(booking.first_name, booking.last_name), True, owns),
        *(
            OneOf(one.id, short_full_name(one.full_name), False, one.user_id == user_id)
            for one in friends
        ),
    ]
    place = next((number for number, one in enumerate(people) if one.you), 0)
    until = await queries.current_invitation(tx, booking_id, clock.now()) if owns else None
    is_open = booking.status in rules.OPEN
    storage = await read_storage(tx, booking_id)
    prices = storage.prices if storage else await price_lists.of_booking(tx, booking_id)
    return SharedPlan(
        booking_id=booking_id,
        campus_id=booking.campus_id,
        status=booking.status,
        owner=owns,
        open=is_open,
        people=people,
        most_people=rules.MOST_PEOPLE,
        pickup_date=booking.pickup_date,
        pickup_time=booking.pickup_time,
        return_date=booking.return_delivery_date,
        return_time=booking.return_delivery_time,
        stored_until=storage.stored_until if storage else None,
        residence=booking.residence,
        room=friends[place - 1].room if place else None,
        own_people=_people(friends[place - 1]) if place else None,
        campus=booking.campus_name,
        share=await _share(tx, booking, friends, place, storage=storage, prices=prices),
        possible=_possible(prices, len(people), place),
        invited_until=(
            clock.campus_time(until.expires_at).date() if until is not None and is_open else None
        ),
    )


async def _share(
    tx: ElevatedTransaction,
    booking: SharedBundle,
    friends: list[PlanFriend],
    place: int,
    *,
    storage: BilledStorage | None,
    prices: PriceList,
) -> OwnShare | None:
    """The share of the reader, who is the owner (`place` 0) or one of the friends."""
    member_id = friends[place - 1].id if place else None
    own_items: FriendItems | None = None
    if storage is not None and storage.months_invoiced:
        request, counted = storage.request, True
        own_items = next((one for one in storage.friends if one.member_id == member_id), None)
    else:
        said = await item_queries.expected_items(tx, booking.id, member_id)
        if not 1 <= said.items <= terms.MOST_ITEMS:
            return None
        request, counted = QuoteRequest(items=said.items, months=1), False
        if member_id is not None:
            own_items = FriendItems(member_id, said.heavy_boxes, said.heavy_items, said.declared)
    plan = plan_for(prices, request.items, request.pricing)
    extras = friend_lines(prices, request, own_items, first=True) if own_items else []
    day = booking.pickup_date or clock.today()
    # Whose they are does not matter here.
    own = share_out(plan.monthly_cents, terms.tax_on(day), [booking.id] * len(friends))[place]
    return OwnShare(
        plan.name,
        counted,
        plan.monthly_cents,
        own.cents,
        own.tax_cents,
        [ShareExtra(one.words, one.when == "monthly", one.amount_cents) for one in extras],
    )


def _possible(prices: PriceList, people: int, place: int) -> list[PossibleShare]:
    tax = terms.tax_on(clock.today())
    return [
        PossibleShare(
            one.name,
            f"{one.items_min}-{one.items_max} items",
            one.monthly_cents,
            share_out(one.monthly_cents, tax, [UUID(int=0)] * (people - 1))[place].cents,
        )
        for one in prices.pricing.bundles
    ]


async def _own(tx: ElevatedTransaction, booking_id: UUID, user_id: UUID) -> SharedBundle:
    """The caller's own booking, held; 404 for any other."""
    booking = await queries.held_booking(tx, booking_id)
    if booking is None or booking.user_id != user_id:
        raise AppError("You have no such booking.", status=404, code="P0002")
    return booking


async def _invitation(tx: ElevatedTransaction, token: str) -> StoredInvitation:
    found = await queries.invitation(tx, rules.token_hash(token))
    if found is None:
        raise AppError(
            "This invitation does not work. Ask your friend for the whole link, or for a new one.",
            status=404,
            code="P0002",
            details="unknown",
        )
    return found


async def _leave(
    tx: ElevatedTransaction, booking: SharedBundle, member_id: UUID, *, removed: bool
) -> None:
    _check_open(booking)
    if await queries.has_scanned(tx, member_id):
        raise Conflict(_CLOSED, details="closed")
    await queries.leave(tx, booking.id, member_id, clock.now(), removed=removed)


def _check_open(booking: SharedBundle) -> None:
    if booking.status == "cancelled":
        raise Conflict("This booking was cancelled.", details="closed")
    if booking.status not in rules.OPEN:
        raise Conflict(_CLOSED, details="closed")


def _refused(why: str, words: str) -> Conflict:
    return Conflict(words, details=why)
