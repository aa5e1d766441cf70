"""Every statement about what imports write: accounts, bookings and items."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import Row, decoded_all

#: What came of a booking `b` since it was imported.
_FOLLOWED: Final = (
    "(b.updated_at > r.written_at "
    "or exists (select from public.items x where x.booking_id = b.id) "
    "or exists (select from public.invoices x where x.booking_id = b.id) "
    "or exists (select from public.ledger x where x.booking_id = b.id) "
    "or exists (select from public.pickups x where x.booking_id = b.id "
    "and x.status <> 'scheduled') "
    "or exists (select from public.date_changes x where x.booking_id = b.id) "
    "or exists (select from public.labels x where x.booking_id = b.id) "
    "or exists (select from app.conversations x where x.booking_id = b.id) "
    "or exists (select from app.plan_members x where x.booking_id = b.id))"
)


class KnownBooking(msgspec.Struct, frozen=True):
    """A booking that items may belong to; `imported`: it was written by an import."""

    id: UUID
    email: str | None
    pickup_date: date | None
    status: str
    imported: bool


async def addresses_with_account(tx: ElevatedTransaction, emails: Sequence[str]) -> set[str]:
    """Return which of these lower-case addresses have an account."""
    rows = await tx.fetch("select email from auth.users where email = any($1)", list(emails))
    return {email for (email,) in rows}


async def confirmed_accounts(tx: ElevatedTransaction, emails: Sequence[str]) -> dict[str, UUID]:
    """Return the customers' accounts whose owners have shown that an address is theirs."""
    rows = await tx.fetch(
        "select a.email, u.id from auth.users a join public.users u on u.id = a.id "
        "where a.email = any($1) and u.role = $2 and a.email_confirmed_at is not null "
        "and not a.email_autoconfirmed",
        list(emails),
        CUSTOMER,
    )
    return {email: account for email, account in rows}  # noqa: C416 - as in `queries`


async def addresses_with_booking(tx: ElevatedTransaction, emails: Sequence[str]) -> set[str]:
    """Return which of these lower-case addresses have a booking under way."""
    rows = await tx.fetch(
        "select distinct lower(email) from public.bookings where lower(email) = any($1) "
        "and status in ('pending', 'confirmed', 'in_queue', 'picked_up')",
        list(emails),
    )
    return {email for (email,) in rows}


async def free_places(tx: ElevatedTransaction, slot: UUID) -> int:
    """Return how many places of a slot are free."""
    free: int = await tx.fetchval(
        "select available_slots from public.slot_availability where id = $1", slot
    )
    return free


async def insert_bookings(tx: ElevatedTransaction, rows: Sequence[Row]) -> list[Row]:
    """Insert bookings as they are given; returns their rows."""
    rows_stored = await tx.fetch(
        "insert into public.bookings (id, user_id, campus_id, first_name, last_name, email, phone, "
        "guest_first_name, guest_last_name, guest_email, guest_phone, residence_type, "
        "building_name, address, pickup_date, pickup_time, return_delivery_date, delivery_option, "
        "expected_items, additional_comments, how_heard, status, created_at, cancelled_at) "
        "select id, user_id, campus_id, first_name, last_name, email, phone, "
        "case when user_id is null then first_name end, "
        "case when user_id is null then last_name end, case when user_id is null then email end, "
        "case when user_id is null then phone end, residence_type, building_name, address, "
        "pickup_date, pickup_time, return_delivery_date, delivery_option, expected_items, "
        "additional_comments, 'import', status, coalesce(created_at, clock_timestamp()), "
        "case when status = 'cancelled' then coalesce(created_at, now()) end "
        "from json_populate_recordset(null::public.bookings, $1::text::json) "
        "returning row_to_json(bookings)",
        msgspec.json.encode(rows).decode(),
    )
    return [msgspec.json.decode(text) for (text,) in rows_stored]


async def bookings_of_addresses(
    tx: ElevatedTransaction, emails: Sequence[str]
) -> list[KnownBooking]:
    """Return the bookings of these lower-case addresses, without cancelled ones."""
    return await _known_bookings(tx, "lower(b.email) = any($1)", list(emails))


async def bookings_by_id(tx: ElevatedTransaction, ids: Sequence[UUID]) -> list[KnownBooking]:
    """Return bookings by their ids."""
    return await _known_bookings(tx, "b.id = any($1)", list(ids))


async def _known_bookings(tx: ElevatedTransaction, which: str, values: Any) -> list[KnownBooking]:
    rows = await tx.fetch(
        "select b.id, lower(b.email) as email, b.pickup_date, b.status, "  # noqa: S608
        "exists (select from app.import_rows r where r.target_id = b.id "
        "and r.state = 'written') as imported "
        f"from public.bookings b where {which} and b.status <> 'cancelled'",
        values,
    )
    return decoded_all(KnownBooking, rows)


async def mark_delivered(tx: ElevatedTransaction, items: Sequence[UUID]) -> None:
    """Store that items of bookings that are over went back."""
    await tx.execute("update public.items set state = 'delivered' where id = any($1)", list(items))


async def touch_imported(tx: ElevatedTransaction, bookings: Sequence[UUID]) -> None:
    """Let a change of this transaction, which an import makes, count as the import's own."""
    await tx.execute(
        "update app.import_rows r set written_at = now() from public.bookings b "
        "where b.id = any($1) and r.target_id = b.id and r.state = 'written' "
        "and b.updated_at <= r.written_at",
        list(bookings),
    )


async def changed_accounts(tx: ElevatedTransaction, import_id: UUID) -> tuple[int, str]:
    """Count the accounts of an import from which anything followed; with the customer ID of one."""
    row = await tx.fetchrow(
        "select count(*), coalesce(min(u.customer_id), '') from app.import_rows r "
        "join auth.users a on a.id = r.target_id join public.users u on u.id = a.id "
        "where r.import_id = $1 and r.state = 'written' and (a.last_sign_in_at is not null "
        "or a.updated_at > r.written_at or u.updated_at > r.written_at or u.role <> $2 "
        "or exists (select from public.bookings b where b.user_id = a.id))",
        import_id,
        CUSTOMER,
    )
    assert row is not None
    return row[0], row[1]


async def changed_bookings(tx: ElevatedTransaction, import_id: UUID) -> tuple[int, UUID | None]:
    """Count the bookings of an import from which anything followed; with one of them."""
    row = await tx.fetchrow(
        "select count(*), (array_agg(b.id))[1] from app.import_rows r "  # noqa: S608
        "join public.bookings b on b.id = r.target_id "
        f"where r.import_id = $1 and r.state = 'written' and {_FOLLOWED}",
        import_id,
    )
    assert row is not None
    return row[0], row[1]


async def changed_items(tx: ElevatedTransaction, import_id: UUID) -> tuple[int, str]:
    """Count the items of an import from which anything followed; with the words of one."""
    row = await tx.fetchrow(
        "select count(*), coalesce(min(i.description), '') from app.import_rows r "
        "join public.items i on i.id = r.target_id "
        "where r.import_id = $1 and r.state = 'written' and (i.updated_at > r.written_at "
        "or i.label_code is not null or i.picture_id is not null "
        "or exists (select from public.item_events e where e.item_id = i.id))",
        import_id,
    )
    assert row is not None
    return row[0], row[1]


async def delete_accounts(tx: ElevatedTransaction, accounts: Sequence[UUID]) -> None:
    """Delete accounts with their profiles."""
    await tx.execute("delete from auth.users where id = any($1)", list(accounts))


async def delete_bookings(tx: ElevatedTransaction, bookings: Sequence[UUID]) -> list[UUID]:
    """Delete bookings; returns the slots whose places they held, in one order for all."""
    rows = await tx.fetch(
        "with gone as (delete from public.bookings where id = any($1) "
        "returning slot_id) select slot_id from gone where slot_id is not null order by 1",
        list(bookings),
    )
    return [slot for (slot,) in rows]


async def bookings_of_items(tx: ElevatedTransaction, items: Sequence[UUID]) -> dict[UUID, UUID]:
    """Return the booking of each item."""
    rows = await tx.fetch("select id, booking_id from public.items where id = any($1)", list(items))
    return {item: booking for item, booking in rows}  # noqa: C416 - as in `queries`
