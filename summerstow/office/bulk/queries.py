"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec

from summerstow.bookings.model import Booking
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_all


async def lock_bookings(tx: ElevatedTransaction, ids: Sequence[UUID]) -> dict[UUID, Booking]:
    """Return the bookings that exist, held; locked in the order of their ids."""
    rows = await tx.fetch(
        "select row_to_json(b) as row from public.bookings b where id = any($1) "
        "order by id for no key update",
        ids,
    )
    found = (Booking.of(msgspec.json.decode(one["row"])) for one in rows)
    return {one.id: one for one in found}


class Customer(msgspec.Struct, frozen=True):
    """An account and its latest booking, if there is one that is not cancelled."""

    id: UUID
    email: str
    full_name: str | None
    booking: Booking | None


async def list_customers(tx: ElevatedTransaction, ids: Sequence[UUID]) -> dict[UUID, Customer]:
    """Return the customers among these accounts."""
    rows = await tx.fetch(
        "select u.id, u.email, u.full_name, (select row_to_json(b) from public.bookings b "
        "where b.user_id = u.id and b.status <> 'cancelled' order by b.created_at desc limit 1) "
        "as booking from public.users u where u.id = any($1) and u.role = 'customer'",
        ids,
    )
    return {
        one["id"]: Customer(**{**dict(one), "booking": _booking(one["booking"])}) for one in rows
    }


def _booking(text: Any) -> Booking | None:
    return None if text is None else Booking.of(msgspec.json.decode(text))


async def list_named(tx: ElevatedTransaction, ids: Sequence[UUID]) -> set[UUID]:
    """Return those bookings whose address may read what was typed (rule: no-promotion)."""
    rows = await tx.fetch(
        "select b.id from public.bookings b where b.id = any($1) and app.may_be_named(b)", ids
    )
    return {one["id"] for one in rows}


class MessageState(msgspec.Struct, frozen=True):
    """How far a mail of the office is."""

    message_id: int
    state: Literal["waiting", "sent", "failed"]


async def list_states(tx: ElevatedTransaction, message_ids: Sequence[int]) -> list[MessageState]:
    """Return how far these mails of the office to customers are."""
    rows = await tx.fetch(
        "select id as message_id, case when sent_at is not null then 'sent' "
        "when given_up_at is not null or dropped_at is not null then 'failed' "
        "else 'waiting' end as state "
        "from app.outbox where id = any($1) and kind = 'staff_message' order by id",
        message_ids,
    )
    return decoded_all(MessageState, rows)
