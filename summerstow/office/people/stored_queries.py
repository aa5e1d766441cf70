"""The statements that store merges, and say of them what followed."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_all, decoded_if_any

from .merge_queries import OwnBooking


class Moved(msgspec.Struct, frozen=True):
    """What a merge moved: bookings as they were, and ids of other rows by table."""

    bookings: list[OwnBooking] = []
    owned: dict[str, list[UUID]] = {}
    banned_until: datetime | None = None


class AccountName(msgspec.Struct, frozen=True):
    """How the audit log names a side of a merge."""

    id: UUID
    table: str
    label: str


class Merge(msgspec.Struct, frozen=True):
    """A stored merge; `moved` is a `Moved` as JSON."""

    id: UUID
    target_id: UUID
    merged_id: UUID | None
    name: str
    email: str | None
    customer_id: str | None
    moved: str
    audit_id: int
    merged_at: datetime
    merged_by: str | None
    undone_at: datetime | None
    closed_at: datetime | None


async def store_merge(
    tx: ElevatedTransaction,
    *,
    target_id: UUID,
    merged_id: UUID | None,
    name: str,
    email: str | None,
    customer_id: str | None,
    moved: Moved,
    now: datetime,
) -> UUID:
    """Store a merge and return its id; the lines of the audit log up to now are of before."""
    found: UUID = await tx.fetchval(
        "insert into app.account_merges (target_id, merged_id, name, email, customer_id, moved, "
        "merged_at, merged_by, audit_id) select $1, $2, $3, $4, $5, $6, $7, $8, "
        "coalesce(max(id), 0) from public.audit_log returning id",
        target_id,
        merged_id,
        name,
        email,
        customer_id,
        msgspec.json.encode(moved).decode(),
        now,
        tx.actor.user_id,
    )
    return found


async def log_both(
    tx: ElevatedTransaction, action: str, target: AccountName, merged: AccountName
) -> None:
    """Write into the history of both accounts what became of them."""
    for one in (target, merged):
        await tx.execute(
            "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, "
            "after) values ($1, $2, $3, $4, $5, jsonb_build_object('kept', $6::text, 'merged', "
            "$7::text))",
            tx.actor.user_id,
            tx.actor.role,
            action,
            one.table,
            str(one.id),
            target.label,
            merged.label,
        )


_MERGES: Final = """
select m.id, m.target_id, m.merged_id, m.name, m.email, m.customer_id, m.moved, m.audit_id,
  m.merged_at, coalesce(nullif(w.full_name, ''), 'Staff') as merged_by, m.undone_at, m.closed_at
from app.account_merges m left join public.users w on w.id = m.merged_by
"""


async def merges_of(tx: ElevatedTransaction, target_id: UUID) -> list[Merge]:
    """Return what was merged into an account and stands, the latest first."""
    rows = await tx.fetch(
        f"{_MERGES} where m.target_id = $1 and m.undone_at is null order by m.merged_at desc",
        target_id,
    )
    return decoded_all(Merge, rows)


async def find_merge(tx: ElevatedTransaction, merge_id: UUID) -> Merge | None:
    """Return a merge."""
    return decoded_if_any(Merge, await tx.fetchrow(f"{_MERGES} where m.id = $1", merge_id))


async def lock_merge(tx: ElevatedTransaction, merge_id: UUID) -> None:
    """Hold a merge for the transaction."""
    await tx.execute("select from app.account_merges where id = $1 for update", merge_id)


async def merges_to_close(tx: ElevatedTransaction, before: datetime, limit: int) -> list[UUID]:
    """Return merges of before that are neither undone nor closed, held for the transaction."""
    rows = await tx.fetch(
        "select id from app.account_merges where merged_at <= $1 and undone_at is null "
        "and closed_at is null order by merged_at limit $2 for update skip locked",
        before,
        limit,
    )
    return [row["id"] for row in rows]


async def end_merge(
    tx: ElevatedTransaction, merge_id: UUID, *, undone: bool, now: datetime
) -> None:
    """Store that a merge was undone, or that it can no longer be: what moved is then forgotten."""
    column = "undone_at" if undone else "closed_at"
    await tx.execute(
        f"update app.account_merges set {column} = $2, moved = '{{}}' where id = $1",  # noqa: S608
        merge_id,
        now,
    )


async def has_followed(
    tx: ElevatedTransaction, merge: Merge, bookings: list[UUID], conversations: list[UUID]
) -> bool:
    """Tell whether bookings, money or conversations of the account changed since a merge.

    What was added to a booking since, as an item or a card, would stay with the wrong account.
    """
    has_one: bool = await tx.fetchval(
        "select exists (select from public.audit_log where table_name = 'bookings' "
        "and row_id = any($1::uuid[]::text[]) and id > $3 and action not in ('view', 'read')) "
        "or exists (select from public.ledger where booking_id = any($1) and at > $4) "
        "or exists (select from public.settlements s join public.ledger l on l.id = s.credit_id "
        "where l.booking_id = any($1) and s.at > $4) "
        "or exists (select from app.conversation_messages where conversation_id = any($2) "
        "and created_at > $4) "
        "or exists (select from public.items where booking_id = any($1) and created_at > $4) "
        "or exists (select from public.claims where booking_id = any($1) and filed_at > $4) "
        "or exists (select from app.conversations where booking_id = any($1) and created_at > $4) "
        "or exists (select from app.price_matches where booking_id = any($1) and asked_at > $4) "
        "or exists (select from app.saved_cards where booking_id = any($1) and agreed_at > $4)",
        bookings,
        conversations,
        merge.audit_id,
        merge.merged_at,
    )
    return has_one
