"""Which files an accountant can have, of which days, in which layout. Money is whole cents."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

FileKind = Literal["invoices", "payments", "refunds", "credits", "tax", "receivables", "deposits"]
Layout = Literal["csv", "quickbooks", "xero"]
#: Neither program imports the others.
IN_LAYOUTS: Final[frozenset[FileKind]] = frozenset({"invoices", "payments", "refunds", "credits"})
#: Of one day, not of a period.
OF_A_DAY: Final[frozenset[FileKind]] = frozenset({"receivables", "deposits"})
_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]


class AccountingFile(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}
):
    """A file: campus-local days, both included; of a day's balances, the end of `last`.

    `account`, `tax_code`: what the accountant's program calls the income and the tax.
    """

    kind: FileKind
    first: date
    last: date
    layout: Layout = "csv"
    account: _Line = "Sales"
    tax_code: _Line = "GST"


class InvoiceLine(msgspec.Struct, frozen=True):
    """An invoice as it was issued. `subtotal_cents` holds `tax_included_cents`, if there are any.

    `customer_code`: the customer ID, or a guest's booking.
    """

    number: str
    issued_on: date
    due_on: date
    kind: str
    words: str
    booking_id: UUID
    customer: str
    customer_code: str | None
    email: str
    subtotal_cents: int
    tax_name: str
    tax_basis_points: int
    tax_cents: int
    tax_included_cents: int
    voided_on: date | None


class EntryRow(msgspec.Struct, frozen=True):
    """An entry of the ledger on the day on which it counts; `amount_cents` is owed if positive."""

    serial: int
    day: date
    kind: str
    code: str
    words: str
    booking_id: UUID
    customer: str
    customer_code: str | None
    invoice_number: str | None
    invoice_issued_on: date | None
    bank_reference: str | None
    amount_cents: int


class TaxRow(msgspec.Struct, frozen=True):
    """The tax of a month at one rate; `month` is its first day.

    `included_cents` is tax in fees that are charged as they were shown. `voided_cents` is tax, of
    both kinds, of invoices that were cancelled in this month.
    """

    month: date
    tax_name: str
    basis_points: int
    invoices: int
    subtotal_cents: int
    tax_cents: int
    included_cents: int
    voided_cents: int


class BalanceRow(msgspec.Struct, frozen=True):
    """What is owed of an invoice, or what is held for a customer, at the end of a day."""

    kind: str
    number: str | None
    issued_on: date | None
    due_on: date | None
    booking_id: UUID
    customer: str
    customer_code: str | None
    total_cents: int
    open_cents: int


AccountingRow = InvoiceLine | EntryRow | TaxRow | BalanceRow
