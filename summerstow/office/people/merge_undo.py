"""Take a merge back within ten minutes, or finish it (rule: merge-undo)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices.issue import settle_open_invoices
from summerstow.bookings.model import code
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import OFFICE

from . import merge_queries as queries
from . import stored_queries
from .stored_queries import AccountName, Merge, Moved

#: How long a merge can be undone; its mails are sent afterwards.
UNDO_WITHIN: Final = timedelta(minutes=10)
_AT_ONCE: Final = 20


class OneMerge(msgspec.Struct, forbid_unknown_fields=True):
    """A merge."""

    merge_id: UUID


class MergesOf(msgspec.Struct, forbid_unknown_fields=True):
    """The account that stayed."""

    user_id: UUID


class ShownMerge(msgspec.Struct, frozen=True):
    """What was merged into a customer; `undo_until` is null when it can no longer be undone."""

    id: UUID
    name: str
    email: str | None
    customer_id: str | None
    merged_at: datetime
    merged_by: str
    undo_until: datetime | None


async def merges_of(tx: ElevatedTransaction, arguments: MergesOf) -> list[ShownMerge]:
    """Return what was merged into a customer, the latest first."""
    return [_shown(one) for one in await stored_queries.merges_of(tx, arguments.user_id)]


async def undo_merge(tx: ElevatedTransaction, arguments: OneMerge) -> None:
    """Give everything back to the merged customer. The same again changes nothing.

    Raises `Conflict` after ten minutes, and if something followed from the merge.
    """
    merge = await _locked(tx, arguments.merge_id)
    if merge.undone_at is not None:
        return
    if _shown(merge).undo_until is None:
        raise Conflict("A merge can be undone for ten minutes. They are over.")
    moved = msgspec.json.decode(merge.moved, type=Moved)
    target = (await queries.own_bookings(tx, merge.target_id)) if moved.bookings else []
    await queries.lock_bookings(tx, [one.id for one in target])
    await queries.lock_money(tx, [merge.target_id, merge.merged_id or moved.bookings[0].id])
    everything = [one.id for one in target] + [one.id for one in moved.bookings]
    talks = moved.owned.get("app.conversations", [])
    if await stored_queries.has_followed(tx, merge, everything, talks):
        raise Conflict("Something changed after the merge, so it cannot be undone.")
    if merge.merged_id and not await queries.accounts(tx, [merge.merged_id]):
        raise Conflict("The merged account is deleted, so this cannot be undone.")
    await queries.return_owned(tx, moved.owned, merge.merged_id)
    for booking in moved.bookings:
        await queries.return_booking(tx, booking, merge.merged_id)
    if merge.merged_id is not None:
        await queries.set_closed(tx, merge.merged_id, moved.banned_until)
    await stored_queries.end_merge(tx, merge.id, undone=True, now=clock.now())
    await stored_queries.log_both(tx, "unmerge", *await _names(tx, merge, moved))


async def close_merges(tx: ElevatedTransaction) -> int:
    """Finish merges that can no longer be undone: tell both addresses, and delete the account.

    The credit of one side then pays what the other owes, which no undo could take back. A job;
    returns how many merges it finished.
    """
    now = clock.now()
    ids = await stored_queries.merges_to_close(tx, now - UNDO_WITHIN, _AT_ONCE)
    target = set()
    for merge_id in ids:
        merge = await _locked(tx, merge_id)
        target.add(merge.target_id)
        await _tell(tx, merge)
        if merge.merged_id is not None:
            await _follow(tx, merge.merged_id, merge.target_id)
            await queries.delete_account(tx, merge.merged_id, merge.target_id)
        await stored_queries.end_merge(tx, merge.id, undone=False, now=now)
    await queries.lock_money(tx, list(target))
    for account in sorted(target):
        await settle_open_invoices(tx, account)
    return len(ids)


COMMANDS: Final = (
    Command(
        "merges_of",
        MergesOf,
        merges_of,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("undo_merge", OneMerge, undo_merge, OFFICE, repeatable=True, elevated=True),
)


async def _locked(tx: ElevatedTransaction, merge_id: UUID) -> Merge:
    merge = await stored_queries.find_merge(tx, merge_id)
    if merge is not None:
        # The accounts first, as a merge does.
        accounts = [one for one in (merge.target_id, merge.merged_id) if one is not None]
        await queries.lock_accounts(tx, accounts)
        await stored_queries.lock_merge(tx, merge_id)
        merge = await stored_queries.find_merge(tx, merge_id)
    if merge is None:
        raise AppError("This merge is gone.", status=404, code="P0002")
    return merge


async def _follow(tx: ElevatedTransaction, merged_id: UUID, target_id: UUID) -> None:
    """Move what came to a closed account while its merge could be undone."""
    ids = [one.id for one in await queries.own_bookings(tx, merged_id)]
    await queries.move_owned(tx, merged_id, target_id, ids)
    await queries.move_bookings(tx, ids, target_id, None, clock.now())


async def _names(
    tx: ElevatedTransaction, merge: Merge, moved: Moved
) -> tuple[AccountName, AccountName]:
    target = (await queries.accounts(tx, [merge.target_id]))[merge.target_id]
    target_name = AccountName(merge.target_id, "users", target.customer_id)
    if merge.merged_id is not None:
        return target_name, AccountName(merge.merged_id, "users", merge.customer_id or "")
    booking = moved.bookings[0].id
    return target_name, AccountName(booking, "bookings", f"booking {code(booking)}")


async def _tell(tx: ElevatedTransaction, merge: Merge) -> None:
    """Mail the customer who stayed, and the merged one at an address that they proved."""
    found = await queries.accounts(
        tx, [one for one in (merge.target_id, merge.merged_id) if one is not None]
    )
    merged = found.get(merge.merged_id) if merge.merged_id else None
    # None: the account was erased in the meantime.
    target = found.get(merge.target_id)
    target_email = target.email if target else None
    moved = msgspec.json.decode(merge.moved, type=Moved)
    data = {
        "had_account": merge.merged_id is not None,
        "codes": [code(one.id) for one in moved.bookings],
        "link": "/auth",
    }
    if target_email:
        await outbox.post(
            tx,
            cause=f"accounts-merged:{merge.id}",
            kind="accounts_merged",
            to=target_email,
            data=data | {"closed": False, "other": _hidden(merge.email)},
        )
    proved = merged.proved if merged else any(one.email_confirmed_at for one in moved.bookings)
    if merge.email and proved and merge.email.lower() != (target_email or "").lower():
        await outbox.post(
            tx,
            cause=f"accounts-merged:{merge.id}:closed",
            kind="accounts_merged",
            to=merge.email,
            data=data | {"closed": True, "other": _hidden(target_email)},
        )


def _hidden(email: str | None) -> str | None:
    """Return an address as its owner knows it again: its first letter and its domain."""
    name, _, domain = (email or "").partition("@")
    return f"{name[:1]}…@{domain}" if domain else None


def _shown(merge: Merge) -> ShownMerge:
    until = merge.merged_at + UNDO_WITHIN
    is_open = merge.undone_at is None and merge.closed_at is None and clock.now() < until
    return ShownMerge(
        id=merge.id,
        name=merge.name,
        email=merge.email,
        customer_id=merge.customer_id,
        merged_at=merge.merged_at,
        merged_by=merge.merged_by or "Staff",
        undo_until=until if is_open else None,
    )
