"""The statements that join two customers into one, and take that back."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_all, decoded_if_any

#: Statuses of a booking that is not over.
_CURRENT: Final = ["pending", "confirmed", "in_queue", "picked_up"]

#: What belongs to an account beside its bookings: the table, and its column with the account.
OWNED: Final = {
    "public.items": "user_id",
    "public.pickups": "user_id",
    "public.run_stops": "user_id",
    "public.claims": "user_id",
    "app.conversations": "user_id",
    "app.plan_members": "user_id",
    "app.referral_credits": "referrer_id",
    "app.waiting_list": "user_id",
    "app.price_matches": "user_id",
    "app.pictures": "owner_id",
}

#: Rows of a merge's bookings ($1) that the preview counts, and the owner's ($2) beside them.
_COUNTS: Final = """
select * from (values
  ('bookings', (select count(*) from public.bookings where id = any($1))),
  ('items', (select count(*) from public.items
    where user_id = $2 or booking_id = any($1) and member_id is null)),
  ('invoices', (select count(*) from public.invoices
    where booking_id = any($1) and member_id is null)),
  ('payments', (select count(*) from public.ledger
    where booking_id = any($1) and member_id is null and kind = 'payment')),
  ('claims', (select count(*) from public.claims
    where user_id = $2 or booking_id = any($1) and user_id is null)),
  ('conversations', (select count(*) from app.conversations
    where user_id = $2 or booking_id = any($1) and user_id is null)),
  ('people', (select count(contact_name) + count(payer_name) from public.bookings
    where id = any($1))),
  ('saved_cards', (select count(*) from app.saved_cards
    where booking_id = any($1) and member_id is null and ended_at is null)),
  ('friends', (select count(*) from app.plan_members
    where left_at is null and (user_id = $2 or booking_id = any($1)))),
  ('referral_credits', (select count(*) from app.referral_credits
    where referrer_id = $2 and used_on is null))
) counted (what, count) where count > 0
"""

#: What an account ($1) with these bookings ($2) owes in all, less its credit.
_BALANCE: Final = """
select coalesce(sum(l.amount_cents), 0)::integer from app.ledger_accounts l
where l.account_id = $1 and (l.booking_id = any($2)
  or l.booking_id in (select booking_id from app.plan_members where user_id = $1))
"""

#: What stops a merge of two accounts ($1, $2) with bookings ($3, $4): days on which each has a
#: pickup, open price matches of each, and bundles that they share with each other.
_CLASHES: Final = """
with one as (
  select pickup_date as day from public.bookings where id = any($3) and status = any($5)
  union select pickup_date from public.pickups where user_id = $1 or booking_id = any($3)
), other as (
  select pickup_date as day from public.bookings where id = any($4) and status = any($5)
  union select pickup_date from public.pickups where user_id = $2 or booking_id = any($4)
)
select array(select day from one join other using (day) where day is not null order by day) as days,
  (select count(distinct user_id) = 2 from app.price_matches
    where user_id in ($1, $2) and answered_at is null) as asks_twice,
  exists (select from app.plan_members m where m.left_at is null and (
    m.user_id = $1 and m.booking_id = any($4) or m.user_id = $2 and m.booking_id = any($3)
    or m.user_id = $1 and exists (select from app.plan_members o
      where o.booking_id = m.booking_id and o.user_id = $2 and o.left_at is null))) as shares
"""

_PERSON: Final = """
select p.id as user_id, coalesce(nullif(p.full_name, ''), p.customer_id) as name, p.role,
  p.customer_id, a.email, a.email_confirmed_at is not null and not a.email_autoconfirmed as proved,
  a.last_sign_in_at, p.created_at, a.banned_until,
  exists (select from app.account_merges m where m.merged_id = p.id
    and m.undone_at is null and m.closed_at is null) as merged
from public.users p join auth.users a on a.id = p.id where p.id = any($1) and a.deleted_at is null
order by p.id
"""


class MergeAccount(msgspec.Struct, frozen=True):
    """An account that may be merged; `proved`: its owner showed that the address is theirs."""

    user_id: UUID
    name: str
    role: str
    customer_id: str
    email: str | None
    proved: bool
    last_sign_in_at: datetime | None
    created_at: datetime
    banned_until: datetime | None
    merged: bool


class OwnBooking(msgspec.Struct, frozen=True):
    """A booking with what a merge changes of it."""

    id: UUID
    status: str
    name: str | None
    email: str | None
    guest_email: str | None
    confirm_by: datetime | None
    email_confirmed_at: datetime | None
    created_at: datetime


class MovedCount(msgspec.Struct, frozen=True):
    """How many rows of a kind a merge moves."""

    what: str
    count: int


class Clashes(msgspec.Struct, frozen=True):
    """Why two accounts cannot be one."""

    days: list[date]
    asks_twice: bool
    shares: bool


async def accounts(tx: ElevatedTransaction, ids: list[UUID]) -> dict[UUID, MergeAccount]:
    """Return these accounts by their ids."""
    return {one.user_id: one for one in decoded_all(MergeAccount, await tx.fetch(_PERSON, ids))}


async def lock_accounts(tx: ElevatedTransaction, ids: list[UUID]) -> None:
    """Hold accounts for the transaction, in the order of their ids."""
    await tx.execute(
        "select from auth.users a join public.users p on p.id = a.id "
        "where a.id = any($1) order by a.id for update",
        ids,
    )


async def lock_money(tx: ElevatedTransaction, ids: list[UUID]) -> None:
    """Hold the money of accounts, as `billing.ledger.accounts.hold_account` does, in order."""
    for one in sorted(ids):
        await tx.execute(
            "select pg_advisory_xact_lock(hashtextextended('money:' || $1::uuid, 0))", one
        )


async def own_bookings(
    tx: ElevatedTransaction, user_id: UUID | None, booking_id: UUID | None = None
) -> list[OwnBooking]:
    """Return an account's bookings, or the one of a guest; the earliest first."""
    rows = await tx.fetch(
        "select id, status, nullif(concat_ws(' ', first_name, last_name), '') as name, email, "
        "guest_email, confirm_by, email_confirmed_at, created_at "
        "from public.bookings where user_id = $1 or $1 is null and user_id is null and id = $2 "
        "order by created_at, id",
        user_id,
        booking_id,
    )
    return decoded_all(OwnBooking, rows)


async def lock_bookings(tx: ElevatedTransaction, ids: list[UUID]) -> None:
    """Hold bookings for the transaction, in the order of their ids."""
    await tx.execute(
        "select from public.bookings where id = any($1) order by id for no key update", ids
    )


async def count_moves(
    tx: ElevatedTransaction, bookings: list[UUID], user_id: UUID | None
) -> list[MovedCount]:
    """Count what a merge moves, by kind."""
    return decoded_all(MovedCount, await tx.fetch(_COUNTS, bookings, user_id))


async def balance(tx: ElevatedTransaction, account_id: UUID, bookings: list[UUID]) -> int:
    """Return what an account, or a guest's booking, owes less its credit, in cents."""
    found: int = await tx.fetchval(_BALANCE, account_id, bookings)
    return found


async def find_clashes(
    tx: ElevatedTransaction,
    target_id: UUID,
    merged_id: UUID | None,
    target: list[UUID],
    merged: list[UUID],
) -> Clashes:
    """Find what stops a merge."""
    row = await tx.fetchrow(_CLASHES, target_id, merged_id, target, merged, _CURRENT)
    clashes = decoded_if_any(Clashes, row)
    assert clashes is not None
    return clashes


async def move_owned(
    tx: ElevatedTransaction, was: UUID | None, target_id: UUID, bookings: list[UUID]
) -> dict[str, list[UUID]]:
    """Give what belongs to an account, or to a guest's booking, to another; returns the ids.

    The table and column names are this module's own.
    """
    moved = {}
    for table, column in OWNED.items():
        if was is not None:
            rows = await tx.fetch(
                f"update {table} set {column} = $2 where {column} = $1 returning id",  # noqa: S608
                was,
                target_id,
            )
        elif table in _OF_GUESTS:
            rows = await tx.fetch(
                f"update {table} set {column} = $2 where booking_id = any($1) "  # noqa: S608
                f"and {column} is null{_OF_GUESTS[table]} returning id",
                bookings,
                target_id,
            )
        else:
            continue
        moved[table] = [row["id"] for row in rows]
    return moved


#: What of a guest's booking names no account yet, and which of its rows.
_OF_GUESTS: Final = {
    "public.items": " and member_id is null",
    "public.pickups": "",
    "public.run_stops": "",
    "public.claims": "",
    "app.conversations": "",
}


async def return_owned(
    tx: ElevatedTransaction, moved: dict[str, list[UUID]], owner: UUID | None
) -> None:
    """Give rows back to the account that had them; None: to no account."""
    for table, column in OWNED.items():
        await tx.execute(
            f"update {table} set {column} = $2 where id = any($1)",  # noqa: S608
            moved.get(table, []),
            owner,
        )


async def move_bookings(
    tx: ElevatedTransaction, ids: list[UUID], target_id: UUID, email: str | None, now: datetime
) -> None:
    """Give bookings to an account; mail about those that are not over goes to `email`.

    Not of a booking whose card is saved: its invoices go where the payer agreed to that.
    """
    await tx.execute(
        "update public.bookings b set user_id = $2, confirm_by = null, "
        "email_confirmed_at = coalesce(email_confirmed_at, $4), "
        "email = case when n.new then $3::text else email end, "
        "guest_email = case when n.new and guest_email is not null then $3::text "
        "else guest_email end "
        "from (select c.id, $3::text is not null and c.status = any($5) and not exists ("
        "  select from app.saved_cards s where s.booking_id = c.id and s.ended_at is null) as new "
        "  from public.bookings c where c.id = any($1)) n where b.id = n.id",
        ids,
        target_id,
        email,
        now,
        _CURRENT,
    )


async def return_booking(tx: ElevatedTransaction, was: OwnBooking, owner: UUID | None) -> None:
    """Give a booking back to the account that had it, as it was."""
    await tx.execute(
        "update public.bookings set user_id = $2, email = $3, guest_email = $4, confirm_by = $5, "
        "email_confirmed_at = $6 where id = $1",
        was.id,
        owner,
        was.email,
        was.guest_email,
        was.confirm_by,
        was.email_confirmed_at,
    )
    if was.confirm_by is not None:
        await tx.execute(
            "insert into app.unconfirmed_bookings (booking_id, remind_at) values ($1, $2) "
            "on conflict do nothing",
            was.id,
            was.confirm_by,
        )


async def close_account(tx: ElevatedTransaction, user_id: UUID, until: datetime) -> None:
    """Let an account sign in no more, and end its sessions."""
    await set_closed(tx, user_id, until)
    await tx.execute("delete from auth.sessions where user_id = $1", user_id)


async def set_closed(tx: ElevatedTransaction, user_id: UUID, until: datetime | None) -> None:
    """Set until when an account cannot sign in; None: it can."""
    await tx.execute("update auth.users set banned_until = $2 where id = $1", user_id, until)


async def delete_account(tx: ElevatedTransaction, user_id: UUID, target_id: UUID) -> None:
    """Delete an account that owns nothing; its own merges become those of `target_id`."""
    await tx.execute(
        "update app.account_merges set target_id = $2 where target_id = $1", user_id, target_id
    )
    await tx.execute("delete from auth.users where id = $1", user_id)
