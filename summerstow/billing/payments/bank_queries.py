"""Every statement about a bank's file of transfers."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.kit.database.transaction import ElevatedTransaction

_OWED = """
select i.id, i.number, i.reference, i.owed_cents, i.due_on, u.customer_id,
  coalesce(nullif(u.full_name, ''), nullif(concat_ws(' ', b.first_name, b.last_name), ''),
    'Customer') as name
from app.invoice_owed i join public.bookings b on b.id = i.booking_id
  left join public.users u on u.id = i.payer_id
"""


class OwedInvoice(msgspec.Struct, frozen=True):
    """An invoice and who pays it."""

    id: UUID
    number: str
    reference: str
    name: str
    customer_id: str | None
    owed_cents: int
    due_on: date


async def recorded(tx: ElevatedTransaction, references: list[str]) -> set[str]:
    """Those of the banks' references under which a payment stands."""
    rows = await tx.fetch(
        "select bank_reference from public.ledger where bank_reference = any($1)", references
    )
    return {row["bank_reference"] for row in rows}


async def by_codes(tx: ElevatedTransaction, codes: list[str]) -> dict[str, OwedInvoice]:
    """Invoices by their codes."""
    rows = await tx.fetch(f"{_OWED} where i.reference = any($1)", codes)
    return {row["reference"]: OwedInvoice(**dict(row)) for row in rows}


async def by_amounts(tx: ElevatedTransaction, amounts: list[int]) -> list[OwedInvoice]:
    """Open invoices of which just so much is owed, the earliest due first."""
    still = "join app.open_invoices o on o.invoice_id = i.id"
    rows = await tx.fetch(
        f"{_OWED} {still} where i.owed_cents = any($1) order by i.due_on, i.id limit 500", amounts
    )
    return [OwedInvoice(**dict(row)) for row in rows]
