"""Every statement about a bank's file of transfers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any

_OWED = """
select i.id, i.number, i.reference, i.owed_cents, i.due_on, u.customer_id,
  coalesce(nullif(u.full_name, ''), nullif(concat_ws(' ', b.first_name, b.last_name), ''),
    'Customer') as name, i.serial, app.booking_code(b.id) as booking_code
from app.invoice_owed i join public.bookings b on b.id = i.booking_id
  left join public.users u on u.id = i.payer_id
"""
_OPEN = f"{_OWED} join app.open_invoices o on o.invoice_id = i.id"


class OwedInvoice(msgspec.Struct, frozen=True):
    """An invoice and who pays it."""

    id: UUID
    number: str
    reference: str
    name: str
    customer_id: str | None
    owed_cents: int
    due_on: date


class StoredInvoice(OwedInvoice, frozen=True):
    """An invoice with what else names it."""

    serial: int
    booking_code: str

    @property
    def owed(self) -> OwedInvoice:
        """The invoice as it is answered."""
        return OwedInvoice(**{name: getattr(self, name) for name in OwedInvoice.__struct_fields__})


class RecordedPayment(msgspec.Struct, frozen=True):
    """A payment as it is recorded. `reversed`: it was taken back."""

    id: UUID
    invoice_id: UUID | None
    bank_reference: str
    amount_cents: int
    received_on: date
    reversed: bool
    name: str


_PAYMENT = """
select l.id, l.invoice_id, l.bank_reference, -l.amount_cents as amount_cents, l.received_on,
  exists (select from public.ledger r where r.cause = 'reversal:' || l.id) as reversed,
  coalesce(nullif(u.full_name, ''), concat_ws(' ', b.first_name, b.last_name)) as name
from public.ledger l join public.bookings b on b.id = l.booking_id
  left join public.users u on u.id = b.user_id
"""


async def payments_of(tx: ElevatedTransaction, references: Sequence[str]) -> list[RecordedPayment]:
    """Payments that stand under these references of banks, the earliest first."""
    rows = await tx.fetch(
        f"{_PAYMENT} where l.kind = 'payment' and l.bank_reference = any($1) order by l.serial",
        list(references),
    )
    return decoded_all(RecordedPayment, rows)


async def payments_near(
    tx: ElevatedTransaction, days: Sequence[date], around: timedelta
) -> list[RecordedPayment]:
    """Payments that were received on these days or shortly before or after."""
    if not days:
        return []
    rows = await tx.fetch(
        f"{_PAYMENT} where l.kind = 'payment' and l.received_on between $1 and $2 "
        "order by l.serial",
        min(days) - around,
        max(days) + around,
    )
    return decoded_all(RecordedPayment, rows)


async def by_codes(
    tx: ElevatedTransaction, references: Sequence[str], serials: Sequence[int]
) -> list[StoredInvoice]:
    """Invoices by their codes and their numbers, whatever their state."""
    rows = await tx.fetch(
        f"{_OWED} where i.reference = any($1) or i.serial = any($2::bigint[])",
        list(references),
        list(serials),
    )
    return decoded_all(StoredInvoice, rows)


async def by_amounts(tx: ElevatedTransaction, amounts: Sequence[int]) -> list[StoredInvoice]:
    """Open invoices of which just so much is owed, the earliest due first."""
    rows = await tx.fetch(
        f"{_OPEN} where i.owed_cents = any($1) order by i.due_on, i.id", list(amounts)
    )
    return decoded_all(StoredInvoice, rows)


#: Those that are not recorded; a payment that was taken back lets its transfer wait again.
UNMATCHED: Final = (
    "app.unmatched_transfers t where not exists (select from public.ledger l "
    "where l.kind = 'payment' and l.bank_reference = t.bank_reference "
    "and not exists (select from public.ledger r where r.cause = 'reversal:' || l.id))"
)


class UnmatchedTransfer(msgspec.Struct, frozen=True):
    """A transfer of a bank's file that waits for its invoice."""

    id: UUID
    bank_reference: str
    received_on: date
    amount_cents: int
    text: str


async def keep_unmatched(
    tx: ElevatedTransaction, transfers: Sequence[tuple[str, date, int, str]], now: datetime
) -> None:
    """Store transfers by reference, day, cents and text, each once."""
    if transfers:
        await tx.execute(
            "insert into app.unmatched_transfers (bank_reference, received_on, amount_cents, text, "
            "kept_at) select n.*, $5 from unnest($1::text[], $2::date[], $3::integer[], "
            "$4::text[]) n on conflict (bank_reference) do nothing",
            *map(list, zip(*transfers, strict=True)),
            now,
        )


async def find_unmatched(tx: ElevatedTransaction, transfer_id: UUID) -> UnmatchedTransfer | None:
    """Return a transfer that waits."""
    row = await tx.fetchrow(f"select t.* from {UNMATCHED} and t.id = $1", transfer_id)  # noqa: S608
    return decoded_if_any(UnmatchedTransfer, row)


async def delete_unmatched(tx: ElevatedTransaction, transfer_id: UUID) -> bool:
    """Delete a transfer that waits; False if none did."""
    return bool(
        await tx.fetchval(
            "delete from app.unmatched_transfers where id = $1 returning true", transfer_id
        )
    )


async def delete_old_unmatched(tx: Transaction, before: datetime) -> None:
    """Delete the transfers that were kept before a moment, recorded or not."""
    await tx.execute("delete from app.unmatched_transfers where kept_at < $1", before)
