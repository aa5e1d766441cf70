"""Every statement about a booking that staff make for a caller."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import Row

#: The statuses of a booking under way.
_CURRENT = ["pending", "confirmed", "in_queue", "picked_up"]


async def lock_confirmed_account(tx: ElevatedTransaction, email: str) -> UUID | None:
    """Lock the account that has confirmed this address, so that two calls make one booking.

    An account that has not confirmed it may be a stranger's, who must not get the booking.
    """
    account: UUID | None = await tx.fetchval(
        "select u.id from public.users u join auth.users a on a.id = u.id "
        "where lower(u.email) = lower($1) and u.role = $2 and a.email_confirmed_at is not null "
        "for no key update of u",
        email,
        CUSTOMER,
    )
    return account


async def has_current_booking(tx: ElevatedTransaction, user_id: UUID) -> bool:
    """Tell whether an account has a booking under way."""
    has_one: bool = await tx.fetchval(
        "select exists (select from public.bookings where user_id = $1 and status = any($2))",
        user_id,
        _CURRENT,
    )
    return has_one


async def insert_booking(tx: ElevatedTransaction, user_id: UUID | None, row: Row) -> Row:
    """Insert a confirmed booking and return its row."""
    kit = row.get("supply_kit_delivery_date")
    person = [row[field] for field in ("first_name", "last_name", "email", "phone")]
    text: str = await tx.fetchval(
        "insert into public.bookings as b (user_id, campus_id, residence_type, building_name, "
        "address, pickup_date, pickup_time, supply_kit_delivery_date, additional_comments, "
        "delivery_option, how_heard, first_name, last_name, email, phone, guest_first_name, "
        "guest_last_name, guest_email, guest_phone, status) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, "
        "$19, 'confirmed') returning row_to_json(b)",
        user_id,
        row["campus_id"],
        row["residence_type"],
        row.get("building_name"),
        row["address"],
        date.fromisoformat(row["pickup_date"]),
        row["pickup_time"],
        date.fromisoformat(kit) if kit else None,
        row.get("additional_comments"),
        row["delivery_option"],
        row["how_heard"],
        *person,
        *(person if user_id is None else [None] * len(person)),
    )
    stored: Row = msgspec.json.decode(text)
    return stored
