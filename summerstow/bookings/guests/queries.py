"""The statements of guests' bookings that wait for their confirmation."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.bookings.model import Booking
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded


async def lock(tx: Transaction, names: list[str]) -> None:
    """Hold these names for the transaction, one after the other as they are given."""
    for name in names:
        await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 5706325))", name)


async def add_link(tx: Transaction, booking_id: UUID, token_hash: bytes) -> None:
    """Store what a link ends with, as its hash."""
    await tx.execute(
        "insert into app.guest_links (token_hash, booking_id) values ($1, $2)",
        token_hash,
        booking_id,
    )


async def insert_unconfirmed(
    tx: Transaction, booking_id: UUID, *, remind_at: datetime, token_hash: bytes
) -> None:
    """Store that a booking waits for its guest, and the hash that its links end with."""
    await tx.execute(
        "with link as (insert into app.guest_links (token_hash, booking_id) values ($4, $1)) "
        "insert into app.unconfirmed_bookings (booking_id, address, remind_at) values ($1, $2, $3)",
        booking_id,
        tx.actor.address,
        remind_at,
        token_hash,
    )


class Unconfirmed(msgspec.Struct, frozen=True):
    """How many bookings wait for their guests, and the places of a window in all."""

    of_email: int
    of_address: int
    of_window: int
    capacity: int


async def count_unconfirmed(tx: Transaction, email: str | None, slot: UUID) -> Unconfirmed:
    """Count the waiting bookings of this e-mail address, and of the visitor's network address."""
    row = await tx.fetchrow(
        "select count(*) filter (where lower(b.guest_email) = lower($1)) as of_email, "
        "count(*) filter (where w.address = $2) as of_address, "
        "count(*) filter (where w.address = $2 and b.slot_id = $3) as of_window, "
        "(select capacity from public.slot_availability where id = $3) as capacity "
        "from public.bookings b join app.unconfirmed_bookings w on w.booking_id = b.id "
        "where b.confirm_by is not null "
        "and (w.address = $2 or lower(b.guest_email) = lower($1))",
        email,
        tx.actor.address,
        slot,
    )
    assert row is not None
    return decoded(Unconfirmed, row)


async def by_link(tx: Transaction, token_hash: bytes) -> UUID | None:
    """The booking that a link leads to."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from app.guest_links where token_hash = $1", token_hash
    )
    return result


async def confirm(tx: Transaction, booking_id: UUID, now: datetime) -> None:
    """The address is its guest's, and nothing is waited for."""
    await tx.execute(
        "update public.bookings set email_confirmed_at = coalesce(email_confirmed_at, $2), "
        "confirm_by = null where id = $1",
        booking_id,
        now,
    )


async def owner_of_address(tx: Transaction, email: str) -> UUID | None:
    """Return the account that has proved this address."""
    user_id: UUID | None = await tx.fetchval(
        "select id from auth.users where email = lower($1) "
        "and email_confirmed_at is not null and not email_autoconfirmed",
        email,
    )
    return user_id


async def of_account(tx: Transaction, user_id: UUID, statuses: list[str]) -> list[Booking]:
    """Return guest bookings with the account's proved address, the earliest first."""
    rows = await tx.fetch(
        "select row_to_json(b) as row from public.bookings b join auth.users u on u.id = $1 "
        "where b.user_id is null and b.guest_email is not null and lower(b.email) = u.email "
        "and u.email_confirmed_at is not null "
        "and not u.email_autoconfirmed and b.status = any($2) order by b.created_at limit 50",
        user_id,
        statuses,
    )
    return [Booking.of(msgspec.json.decode(row["row"])) for row in rows]


async def forget(tx: Transaction) -> None:
    """Where a booking came from is of no use once it waits no more."""
    await tx.execute(
        "delete from app.unconfirmed_bookings w using public.bookings b "
        "where b.id = w.booking_id and b.confirm_by is null"
    )


async def to_remind(tx: Transaction, now: datetime, limit: int) -> list[UUID]:
    """Bookings that wait and are due for their reminder, marked as reminded."""
    rows = await tx.fetch(
        "update app.unconfirmed_bookings w set reminded_at = $1 where w.booking_id in ("
        "select u.booking_id from app.unconfirmed_bookings u "
        "join public.bookings b on b.id = u.booking_id "
        "where u.reminded_at is null and u.remind_at <= $1 and b.confirm_by > $1 "
        "order by u.remind_at limit $2 for update of u skip locked) returning w.booking_id",
        now,
        limit,
    )
    return [row["booking_id"] for row in rows]


async def overdue(tx: Transaction, now: datetime, limit: int) -> list[UUID]:
    """Bookings of one window whose time is over, held for the transaction.

    One window at a time: whoever gives back places of several meets others who move between them.
    """
    rows = await tx.fetch(
        "select b.id from app.unconfirmed_bookings w "
        "join public.bookings b on b.id = w.booking_id "
        "where b.confirm_by <= $1 and b.slot_id = (select o.slot_id "
        "from app.unconfirmed_bookings u join public.bookings o on o.id = u.booking_id "
        "where o.confirm_by <= $1 order by o.confirm_by limit 1) "
        "order by b.id limit $2 for no key update of b skip locked",
        now,
        limit,
    )
    return [row["id"] for row in rows]
