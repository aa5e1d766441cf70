"""The lines of the accountant's files, as CSV and as QuickBooks Online and Xero import them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from summerstow.bookings.model import code

from .model import AccountingFile, BalanceRow, EntryRow, FileKind, InvoiceLine, Layout, TaxRow

Cells = list[str]
_FORMULA: Final = re.compile(r"[=+@\t\r-]")
_NUMBER: Final = re.compile(r"[+-]?[0-9 ().,-]+")
_KINDS: Final = {
    "credit": "Credit",
    "correction": "Taken back",
    "waiver": "Waiver",
    "write_off": "Write-off",
    "payment": "Payment",
    "refund": "Refund",
    "charge": "Charge",
    "tax": "Tax",
    "discount": "Discount",
}
#: What QuickBooks Online calls the account that holds what customers owe.
_RECEIVABLE: Final = "Accounts Receivable (A/R)"

_ENTRY_HEADINGS: Final = (
    *("Date", "Type", "Customer", "Customer ID", "Booking", "Invoice", "Description"),
    *("Bank reference", "Amount"),
)
_BANK_QUICKBOOKS: Final = ("Date", "Description", "Amount")
_BANK_XERO: Final = ("*Date", "*Amount", "Payee", "Description", "Reference", "Check Number")
_INVOICE_XERO: Final = (
    *("*ContactName", "EmailAddress", "POAddressLine1", "POAddressLine2", "POAddressLine3"),
    *("POAddressLine4", "POCity", "PORegion", "POPostalCode", "POCountry", "*InvoiceNumber"),
    *("Reference", "*InvoiceDate", "*DueDate", "Total", "InventoryItemCode", "*Description"),
    *("*Quantity", "*UnitAmount", "Discount", "*AccountCode", "*TaxType", "TaxAmount"),
    *("TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2", "Currency"),
    "BrandingTheme",
)
_HEADINGS: Final[dict[tuple[FileKind, Layout], tuple[str, ...]]] = {
    ("invoices", "csv"): (
        *("Invoice", "Issued", "Due", "Kind", "Customer", "Customer ID", "Booking", "Description"),
        *("Before tax", "Tax", "Tax rate", "Tax amount", "Total", "Tax included before tax"),
        "Cancelled",
    ),
    ("invoices", "quickbooks"): (
        *("*InvoiceNo", "*Customer", "*InvoiceDate", "*DueDate", "Terms", "Location", "Memo"),
        *("Item(Product/Service)", "ItemDescription", "ItemQuantity", "ItemRate", "*ItemAmount"),
        *("*ItemTaxCode", "ItemTaxAmount", "Currency", "Service Date"),
    ),
    ("invoices", "xero"): _INVOICE_XERO,
    ("credits", "csv"): _ENTRY_HEADINGS,
    ("credits", "quickbooks"): (
        *("*JournalNo", "*JournalDate", "*AccountName", "*Debits", "*Credits", "Description"),
        *("Name", "Currency", "Location", "Class"),
    ),
    ("credits", "xero"): _INVOICE_XERO,
    ("payments", "csv"): _ENTRY_HEADINGS,
    ("payments", "quickbooks"): _BANK_QUICKBOOKS,
    ("payments", "xero"): _BANK_XERO,
    ("refunds", "csv"): _ENTRY_HEADINGS,
    ("refunds", "quickbooks"): _BANK_QUICKBOOKS,
    ("refunds", "xero"): _BANK_XERO,
    ("tax", "csv"): (
        *("Month", "Tax", "Rate", "Invoices", "Before tax", "Tax charged", "Tax included in fees"),
        *("Tax of cancelled invoices", "Tax to remit"),
    ),
    ("receivables", "csv"): (
        *("Invoice", "Kind", "Issued", "Due", "Customer", "Customer ID", "Booking", "Total"),
        "Owed",
    ),
    ("deposits", "csv"): ("Kind", "Customer", "Customer ID", "Booking", "Held"),
}


def headings(request: AccountingFile) -> Cells:
    """Return the first line of a file."""
    return list(_HEADINGS[request.kind, request.layout])


def lines(request: AccountingFile, row: Any) -> list[Cells]:
    """Return the lines that a row gives; none for what a layout cannot hold."""
    return [[_plain(cell) for cell in cells] for cells in _LINES[request.layout](request, row)]


def _csv(request: AccountingFile, row: Any) -> list[Cells]:
    del request
    if isinstance(row, InvoiceLine):
        return [_invoice(row)]
    if isinstance(row, TaxRow):
        return [_tax(row)]
    if isinstance(row, BalanceRow):
        return [_balance(row)]
    return [
        [
            row.day.isoformat(),
            _KINDS[row.kind],
            row.customer,
            row.customer_code or "",
            code(row.booking_id),
            row.invoice_number or "",
            row.words,
            row.bank_reference or "",
            _dollars(_as_shown(row)),
        ]
    ]


def _as_shown(row: EntryRow) -> int:
    """Return money as a reader of the file expects it: what comes in is positive.

    Credits stay as the ledger has them, so that they can be added to invoices.
    """
    is_money = row.kind in ("payment", "refund") or row.code == "payment_reversed"
    return -row.amount_cents if is_money else row.amount_cents


def _invoice(row: InvoiceLine) -> Cells:
    return [
        row.number,
        row.issued_on.isoformat(),
        row.due_on.isoformat(),
        row.kind.capitalize(),
        row.customer,
        row.customer_code or "",
        code(row.booking_id),
        row.words,
        _dollars(row.subtotal_cents),
        row.tax_name,
        f"{row.tax_basis_points / 100:g}%",
        _dollars(row.tax_cents),
        _dollars(row.subtotal_cents + row.tax_cents),
        _dollars(row.tax_included_cents),
        row.voided_on.isoformat() if row.voided_on else "",
    ]


def _tax(row: TaxRow) -> Cells:
    net = row.tax_cents + row.included_cents - row.voided_cents
    return [
        f"{row.month:%Y-%m}",
        row.tax_name,
        f"{row.basis_points / 100:g}%",
        str(row.invoices),
        *map(
            _dollars,
            (row.subtotal_cents, row.tax_cents, row.included_cents, row.voided_cents, net),
        ),
    ]


def _balance(row: BalanceRow) -> Cells:
    who = [row.customer, row.customer_code or "", code(row.booking_id)]
    if row.number is None or row.issued_on is None or row.due_on is None:
        return [row.kind, *who, _dollars(row.open_cents)]
    days = [row.issued_on.isoformat(), row.due_on.isoformat()]
    amounts = [_dollars(row.total_cents), _dollars(row.open_cents)]
    return [row.number, row.kind.capitalize(), *days, *who, *amounts]


def _quickbooks(request: AccountingFile, row: Any) -> list[Cells]:
    if isinstance(row, InvoiceLine):
        if row.voided_on:
            return []
        net = _dollars(row.subtotal_cents - row.tax_included_cents)
        return _filled(
            request,
            {
                "*InvoiceNo": row.number,
                "*Customer": _name(row),
                "*InvoiceDate": _day(row.issued_on),
                "*DueDate": _day(row.due_on),
                "Memo": code(row.booking_id),
                "Item(Product/Service)": request.account,
                "ItemDescription": row.words,
                "ItemQuantity": "1",
                "ItemRate": net,
                "*ItemAmount": net,
                "*ItemTaxCode": _tax_code(request, row),
                "ItemTaxAmount": _dollars(row.tax_cents + row.tax_included_cents),
                "Currency": "CAD",
            },
        )
    if request.kind != "credits":
        words = " ".join(filter(None, (_name(row), row.invoice_number, row.bank_reference)))
        return [[_day(row.day), words, _dollars(-row.amount_cents)]]
    if _is_left_out(request, row):
        return []
    amount = _dollars(abs(row.amount_cents))
    debit, credit = (amount, "") if row.amount_cents < 0 else ("", amount)
    number = f"{row.day:%y%m%d}-{row.serial}"
    about = [row.words, _name(row), "CAD", "", ""]
    return [
        [number, _day(row.day), request.account, debit, credit, *about],
        [number, _day(row.day), _RECEIVABLE, credit, debit, *about],
    ]


def _xero(request: AccountingFile, row: Any) -> list[Cells]:
    if isinstance(row, InvoiceLine):
        if row.voided_on:
            return []
        return _filled(
            request,
            {
                "*ContactName": _name(row),
                "EmailAddress": row.email,
                "*InvoiceNumber": row.number,
                "Reference": code(row.booking_id),
                "*InvoiceDate": _day(row.issued_on),
                "*DueDate": _day(row.due_on),
                "Total": _dollars(row.subtotal_cents + row.tax_cents),
                "*Description": row.words,
                "*Quantity": "1",
                "*UnitAmount": _dollars(row.subtotal_cents - row.tax_included_cents),
                "*AccountCode": request.account,
                "*TaxType": _tax_code(request, row),
                "TaxAmount": _dollars(row.tax_cents + row.tax_included_cents),
                "Currency": "CAD",
            },
        )
    if request.kind != "credits":
        about = [_name(row), row.words, row.invoice_number or row.bank_reference or "", ""]
        return [[_day(row.day), _dollars(-row.amount_cents), *about]]
    if _is_left_out(request, row):
        return []
    # A negative invoice is imported as a credit note.
    return _filled(
        request,
        {
            "*ContactName": _name(row),
            "*InvoiceNumber": f"CN-{row.day:%y%m%d}-{row.serial}",
            "Reference": row.invoice_number or code(row.booking_id),
            "*InvoiceDate": _day(row.day),
            "*DueDate": _day(row.day),
            "Total": _dollars(row.amount_cents),
            "*Description": row.words,
            "*Quantity": "1",
            "*UnitAmount": _dollars(row.amount_cents),
            "*AccountCode": request.account,
            "*TaxType": "Tax Exempt",
            "TaxAmount": "0.00",
            "Currency": "CAD",
        },
    )


def _filled(request: AccountingFile, cells: dict[str, str]) -> list[Cells]:
    """Return a line with these cells, the others empty."""
    known = headings(request)
    assert cells.keys() <= set(known)
    return [[cells.get(heading, "") for heading in known]]


_LINES: Final[dict[Layout, Callable[[AccountingFile, Any], list[Cells]]]] = {
    "csv": _csv,
    "quickbooks": _quickbooks,
    "xero": _xero,
}


def _is_left_out(request: AccountingFile, row: EntryRow) -> bool:
    """Return whether an entry takes back an invoice that is not in the file of its period."""
    issued = row.invoice_issued_on
    return row.kind == "correction" and issued is not None and issued >= request.first


def _name(row: InvoiceLine | EntryRow) -> str:
    """Return a name that no other customer has."""
    return f"{row.customer} {row.customer_code or code(row.booking_id)}"


def _tax_code(request: AccountingFile, row: InvoiceLine) -> str:
    has_tax = row.tax_cents or row.tax_included_cents
    return request.tax_code if has_tax else ("Tax Exempt" if request.layout == "xero" else "Exempt")


def _day(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def _dollars(cents: int) -> str:
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


def _plain(text: str) -> str:
    """Return a cell that no spreadsheet computes."""
    is_formula = _FORMULA.match(text) and not _NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text
