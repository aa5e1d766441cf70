"""What the office does with invoices: finds them, looks at their account, closes cases."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.model import reference_code
from summerstow.billing.invoices.statement import Statement, statement
from summerstow.billing.ledger import queries as ledger_queries
from summerstow.platform import clock
from summerstow.platform.commands import WORDS, Command, Subject
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import OFFICE
from summerstow.platform.search_query import text_search
from summerstow.platform.text import fold

from . import search_queries as queries
from .search_queries import BookingSums, InvoiceRow

#: Invoices a page.
PAGE: Final = 50
#: More words narrow nothing down any more, and each one is a scan.
_MOST_WORDS: Final = 6

#: What each number begins with: it finds them all.
_OF_EACH: Final = ("INV", "INV-")
_NUMBER: Final = re.compile(r"INV-?0*([1-9]\d{0,8})", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"\$?(\d{1,6})\.(\d\d)")

Show = Literal["open", "overdue", "all"]


class FindInvoices(msgspec.Struct, forbid_unknown_fields=True):
    """A search by reference, number, name, customer id, e-mail or amount; pages count from 1."""

    show: Show = "open"
    search: Annotated[str, msgspec.Meta(max_length=100)] = ""
    page: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1


class AccountOf(msgspec.Struct, forbid_unknown_fields=True):
    """An invoice, by which its account is looked at."""

    invoice_id: UUID


class SumsOf(msgspec.Struct, forbid_unknown_fields=True):
    """Bookings, by their ids."""

    ids: Annotated[list[UUID], msgspec.Meta(max_length=1000)]


class CloseCase(msgspec.Struct, forbid_unknown_fields=True):
    """A case, and how it ended."""

    case_id: UUID
    note: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=1000)]


class InvoicePage(msgspec.Struct, frozen=True):
    """A page of them; `total` and `owed_cents` are of all pages, the counts of everybody."""

    rows: list[InvoiceRow]
    total: int
    owed_cents: int
    open: int
    overdue: int
    today: date


async def find_invoices(tx: ElevatedTransaction, arguments: FindInvoices) -> InvoicePage:
    """The invoices that are looked for: the earliest due first, else the latest first."""
    today = clock.today()
    words = [one for one in arguments.search.split() if one.upper() not in _OF_EACH][:_MOST_WORDS]
    number = _NUMBER.fullmatch(arguments.search.strip())
    search = queries.InvoiceSearch(
        show=arguments.show,
        today=today,
        reference=reference_code(arguments.search),
        serial=int(number[1]) if number else None,
        patterns=[_pattern(one) for one in words],
        beginnings=[text_search(one) for one in words],
        cents=_cents(arguments.search),
    )
    page = await queries.find(tx, search, PAGE, (arguments.page - 1) * PAGE)
    counts = await queries.counts(tx, today)
    return InvoicePage(
        rows=page.rows,
        total=page.total,
        owed_cents=page.owed_cents,
        open=counts.open,
        overdue=counts.overdue,
        today=today,
    )


async def account_statement(tx: ElevatedTransaction, arguments: AccountOf) -> Statement:
    """The statement of the account that an invoice is on; the audit log says who looked.

    Raises 404 for no such invoice.
    """
    row = await invoice_queries.one(tx, arguments.invoice_id)
    if row is None:
        raise AppError("There is no such invoice.", status=404, code="P0002")
    await ledger_queries.note_look(tx, row.payer_id, row.booking_id)
    return await statement(tx, row.booking_id, row.member_id)


async def booking_sums(tx: ElevatedTransaction, arguments: SumsOf) -> list[BookingSums]:
    """Return the sums of those of these bookings that have invoices."""
    return await queries.booking_sums(tx, arguments.ids)


async def _owner_of_invoice(tx: Transaction, arguments: AccountOf) -> Subject:
    row = await invoice_queries.one(tx, arguments.invoice_id)
    return Subject(row.booking_id, row.payer_id) if row else Subject()


async def close_case(tx: ElevatedTransaction, arguments: CloseCase) -> None:
    """Keep how a case ended; a person has looked at it. The same again changes nothing.

    Raises 404 for no such case, `Conflict` where it was closed with other words.
    """
    note = " ".join(arguments.note.split())
    if len(note) < 3:
        raise Invalid("Please say how the case ended.")
    stored_note = await queries.close_case(tx, arguments.case_id, note, clock.now())
    if stored_note is None:
        raise AppError("There is no such case.", status=404, code="P0002")
    if stored_note != note:
        raise Conflict(f"This case is closed already: {stored_note}")


COMMANDS: Final = (
    Command(
        "find_invoices",
        FindInvoices,
        find_invoices,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
        scope="money:read",
    ),
    Command(
        "account_statement",
        AccountOf,
        account_statement,
        OFFICE,
        repeatable=True,
        reads_customers=True,
        about=_owner_of_invoice,
        elevated=True,
    ),
    Command(
        "booking_sums",
        SumsOf,
        booking_sums,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("close_case", CloseCase, close_case, OFFICE, elevated=True),
)


def _cents(search: str) -> int | None:
    """An amount with its cents: "110.25", "$1,110.25"."""
    amount = _AMOUNT.fullmatch(search.strip().replace(",", ""))
    return int(amount[1]) * 100 + int(amount[2]) if amount else None


def _pattern(word: str) -> str:
    """The LIKE pattern of a folded word; what was typed stands for itself (rule: folded-names)."""
    literal = str.maketrans({"\\": r"\\", "%": r"\%", "_": r"\_", "'": ""})
    return f"%{fold(word).translate(literal)}%"
