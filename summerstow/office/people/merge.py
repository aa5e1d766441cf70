"""Join two customers into one, after a preview (rule: merged-customers)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.bookings.model import code
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import CUSTOMER, OFFICE

from . import merge_queries as queries
from . import stored_queries
from .merge_queries import MergeAccount, MovedCount, OwnBooking
from .stored_queries import AccountName, Moved

#: How long an account that is closed for good stays closed.
_FOR_GOOD: Final = timedelta(days=36_500)
_OVER: Final = ("delivered", "completed", "cancelled")


class PreviewMerge(msgspec.Struct, forbid_unknown_fields=True):
    """The account that stays, and the one that goes into it, or a guest's booking."""

    target_id: UUID
    merged_id: UUID | None = None
    booking_id: UUID | None = None


class MergeCustomers(PreviewMerge, forbid_unknown_fields=True, kw_only=True):
    """The same, with the balance that the preview showed for both together, in cents."""

    expected_balance_cents: int


class MergeSide(msgspec.Struct, frozen=True):
    """A customer of a merge; `proved`: they showed that the address is theirs.

    `current`: codes of bookings that are not over.
    """

    user_id: UUID | None
    booking_id: UUID | None
    name: str
    customer_id: str | None
    email: str | None
    proved: bool
    last_sign_in_at: datetime | None
    since: datetime
    current: list[str]
    balance_cents: int


class MergePreview(msgspec.Struct, frozen=True):
    """What a merge moves and how it ends; `refusals`: why it cannot be done now."""

    target: MergeSide
    merged: MergeSide
    moves: list[MovedCount]
    balance_cents: int
    mail_to: str | None
    refusals: list[str]


class StartedMerge(msgspec.Struct, frozen=True):
    """A merge that was done."""

    id: UUID


async def preview_merge(tx: ElevatedTransaction, arguments: PreviewMerge) -> MergePreview:
    """Show what a merge would move. Raises 404 for a customer or booking that is gone."""
    return await _shown(tx, await _read(tx, arguments))


async def merge_customers(tx: ElevatedTransaction, arguments: MergeCustomers) -> StartedMerge:
    """Give all that a customer has to another, and close the merged account.

    Raises `Conflict` if something would be lost or changed since the preview.
    """
    await queries.lock_accounts(tx, _ids(arguments))
    pair = await _read(tx, arguments)
    await queries.lock_bookings(tx, [one.id for one in (*pair.target_bookings, *pair.bookings)])
    await queries.lock_money(tx, [arguments.target_id, pair.merged_money])
    pair = await _read(tx, arguments)
    preview = await _shown(tx, pair)
    if preview.refusals:
        raise Conflict(preview.refusals[0])
    if preview.balance_cents != arguments.expected_balance_cents:
        raise Conflict("Something changed in the meantime. Please look at it again.")
    now, ids = clock.now(), [one.id for one in pair.bookings]
    owned = await queries.move_owned(tx, arguments.merged_id, arguments.target_id, ids)
    await queries.move_bookings(tx, ids, arguments.target_id, preview.mail_to, now)
    if pair.merged is not None:
        await queries.close_account(tx, pair.merged.user_id, now + _FOR_GOOD)
    await stored_queries.log_both(tx, "merge", *pair.names)
    banned_until = pair.merged.banned_until if pair.merged else None
    return StartedMerge(
        await stored_queries.store_merge(
            tx,
            target_id=arguments.target_id,
            merged_id=arguments.merged_id,
            name=preview.merged.name,
            email=preview.merged.email,
            customer_id=preview.merged.customer_id,
            moved=Moved(pair.bookings, owned, banned_until),
            now=now,
        )
    )


COMMANDS: Final = (
    Command(
        "preview_merge",
        PreviewMerge,
        preview_merge,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "merge_customers",
        MergeCustomers,
        merge_customers,
        OFFICE,
        # Another person gets what an account holds.
        recent_factor=True,
        elevated=True,
    ),
)


class _Pair(msgspec.Struct, frozen=True):
    """Both sides as they are stored; `merged` is None for a guest's booking."""

    target: MergeAccount
    target_bookings: list[OwnBooking]
    merged: MergeAccount | None
    bookings: list[OwnBooking]

    @property
    def merged_money(self) -> UUID:
        """The account of the merged side's money: a guest's is their booking's."""
        return self.merged.user_id if self.merged else self.bookings[0].id

    @property
    def names(self) -> tuple[AccountName, AccountName]:
        """How the audit log names the two."""
        target = AccountName(self.target.user_id, "users", self.target.customer_id)
        if self.merged:
            return target, AccountName(self.merged.user_id, "users", self.merged.customer_id)
        booking = self.bookings[0].id
        return target, AccountName(booking, "bookings", f"booking {code(booking)}")


def _ids(arguments: PreviewMerge) -> list[UUID]:
    return [one for one in (arguments.target_id, arguments.merged_id) if one is not None]


async def _read(tx: ElevatedTransaction, arguments: PreviewMerge) -> _Pair:
    merged_id, booking_id = arguments.merged_id, arguments.booking_id
    if (merged_id is None) == (booking_id is None) or merged_id == arguments.target_id:
        raise Invalid("Please choose two customers.")
    found = await queries.accounts(tx, _ids(arguments))
    target, merged = found.get(arguments.target_id), found.get(merged_id) if merged_id else None
    bookings = await queries.own_bookings(tx, merged_id, booking_id)
    if target is None or (not bookings if merged_id is None else merged is None):
        raise AppError("This customer is gone. Please look again.", status=404, code="P0002")
    return _Pair(target, await queries.own_bookings(tx, target.user_id), merged, bookings)


async def _shown(tx: ElevatedTransaction, pair: _Pair) -> MergePreview:
    target_ids, ids = [one.id for one in pair.target_bookings], [one.id for one in pair.bookings]
    target = _of_account(
        pair.target,
        pair.target_bookings,
        await queries.balance(tx, pair.target.user_id, target_ids),
    )
    balance = await queries.balance(tx, pair.merged_money, ids)
    if pair.merged is None:
        merged = _of_guest(pair.bookings[0], balance)
    else:
        merged = _of_account(pair.merged, pair.bookings, balance)
    clashes = await queries.find_clashes(tx, pair.target.user_id, merged.user_id, target_ids, ids)
    return MergePreview(
        target=target,
        merged=merged,
        moves=await queries.count_moves(tx, ids, merged.user_id),
        balance_cents=target.balance_cents + merged.balance_cents,
        mail_to=target.email if target.proved or not merged.proved else None,
        refusals=[*_refuse_accounts(pair, target, merged), *_refuse_clashes(clashes)],
    )


def _refuse_accounts(pair: _Pair, target: MergeSide, merged: MergeSide) -> list[str]:
    refusals = []
    sides = [one for one in (pair.target, pair.merged) if one is not None]
    if any(one.role != CUSTOMER for one in sides):
        refusals.append("Only customers can be merged, not staff.")
    if any(one.merged for one in sides):
        refusals.append("One of the two was merged into another customer just now.")
    if merged.proved and not target.proved:
        refusals.append(
            f"{target.email or target.name} was never proved, and {merged.email} was. "
            "Keep the customer whose address is proved."
        )
    return refusals


def _refuse_clashes(clashes: queries.Clashes) -> list[str]:
    refusals = [
        f"Both have a pickup on {clock.spoken_day(day)}. Cancel or move one of them first."
        for day in clashes.days
    ]
    if clashes.asks_twice:
        refusals.append("Both wait for a price match. Answer one of them first.")
    if clashes.shares:
        refusals.append("They share a bundle with each other. End the sharing first.")
    return refusals


def _of_account(account: MergeAccount, bookings: list[OwnBooking], balance_cents: int) -> MergeSide:
    return MergeSide(
        user_id=account.user_id,
        booking_id=None,
        name=account.name,
        customer_id=account.customer_id,
        email=account.email,
        proved=account.proved,
        last_sign_in_at=account.last_sign_in_at,
        since=account.created_at,
        current=[code(one.id) for one in bookings if one.status not in _OVER],
        balance_cents=balance_cents,
    )


def _of_guest(booking: OwnBooking, balance_cents: int) -> MergeSide:
    return MergeSide(
        user_id=None,
        booking_id=booking.id,
        name=booking.name or "Guest",
        customer_id=None,
        email=booking.email,
        proved=booking.email_confirmed_at is not None,
        last_sign_in_at=None,
        since=booking.created_at,
        current=[code(booking.id)] if booking.status not in _OVER else [],
        balance_cents=balance_cents,
    )
