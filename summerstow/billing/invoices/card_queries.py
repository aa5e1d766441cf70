"""Statements about the card that pays invoices by itself."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform.database.transaction import Transaction


async def saved_card(tx: Transaction, booking_id: UUID, member_id: UUID | None) -> str | None:
    """Return the card, in words, that pays the invoices of a booking or a friend by itself."""
    label: str | None = await tx.fetchval(
        "select label from app.paying_cards where booking_id = $1 "
        "and member_id is not distinct from $2",
        booking_id,
        member_id,
    )
    return label


async def saved_card_of_account(tx: Transaction, booking_id: UUID, account: UUID) -> str | None:
    """Return the same for a booking as an account pays it: whole, or its share of the bundle."""
    label: str | None = await tx.fetchval(
        "select label from app.paying_cards where booking_id = $1 and member_id is not distinct "
        "from (select id from app.plan_members where booking_id = $1 "
        "and (user_id = $2 or id = $2) and left_at is null)",
        booking_id,
        account,
    )
    return label
