"""Every statement about pages of Stripe Checkout. Their account is held whenever one is changed."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded

from .checkout import StoredCheckout

_CHECKOUT: Final = (
    "select c.*, i.booking_id, i.member_id from app.card_checkouts c "
    "join public.invoices i on i.id = c.invoice_id "
)


async def one(tx: Transaction, checkout_id: UUID) -> StoredCheckout | None:
    """A page, with the booking and the friend whose account its invoice is on."""
    row = await tx.fetchrow(_CHECKOUT + "where c.id = $1", checkout_id)
    return decoded(StoredCheckout, row) if row is not None else None


async def waiting(tx: Transaction, invoice_id: UUID) -> list[StoredCheckout]:
    """An invoice's pages that may still be paid, or are being confirmed; the latest first."""
    still = "where c.invoice_id = $1 and c.state in ('asked', 'confirming') "
    rows = await tx.fetch(_CHECKOUT + still + "order by c.asked_at desc", invoice_id)
    return [decoded(StoredCheckout, row) for row in rows]


async def insert(
    tx: Transaction, invoice_id: UUID, amount_cents: int, back: str, now: datetime, *, saves: bool
) -> UUID:
    """Store that a page is requested; its id."""
    checkout_id: UUID = await tx.fetchval(
        "insert into app.card_checkouts (invoice_id, amount_cents, back, saves, asked_at) "
        "values ($1, $2, $3, $4, $5) returning id",
        invoice_id,
        amount_cents,
        back,
        saves,
        now,
    )
    return checkout_id


async def set_session(tx: Transaction, checkout_id: UUID, session_id: str) -> None:
    """Store Stripe's id of a page."""
    await tx.execute(
        "update app.card_checkouts set session_id = $2 where id = $1", checkout_id, session_id
    )


async def set_replaced(tx: Transaction, session_id: str, now: datetime) -> None:
    """Store that a page is closed, for another one."""
    await tx.execute(
        "update app.card_checkouts set state = 'replaced', settled_at = $2 "
        "where session_id = $1 and state = 'asked'",
        session_id,
        now,
    )


async def set_state(tx: Transaction, checkout_id: UUID, state: str, now: datetime) -> None:
    """Store what became of a page. One that is paid stays paid, whatever comes later."""
    await tx.execute(
        "update app.card_checkouts set state = $2, settled_at = $3 "
        "where id = $1 and state <> 'paid'",
        checkout_id,
        state,
        now,
    )
