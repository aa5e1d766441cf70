"""Which invoice a transfer pays: by what it prints, else by amount and name.

(rule: transfer-matching)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction

from . import bank_queries as queries
from .bank_queries import OwedInvoice, RecordedPayment, StoredInvoice
from .payer_names import LIKELY, SenderWords, likeness
from .printed_codes import PrintedCodes, find_codes
from .service import OLDEST, is_far_above

#: The most cents of one transfer.
_MOST_CENTS: Final = 10_000_000
#: Days by which a payment that was recorded by hand may differ from the bank's day.
_NEAR: Final = timedelta(days=3)

#: Characters of a bank's reference that tell it from other words.
_SHORTEST: Final = 6

#: Why a person has to decide about a line that names its invoice: nothing is owed on it, much less
#: is owed, the bank may have taken the money back, a payment like it is recorded, it was recorded
#: and taken back, or it names an invoice of another amount by its number alone.
Ask = Literal["paid", "far_above", "doubtful", "like_recorded", "taken_back", "number_only"]


@dataclass(frozen=True, slots=True)
class TransferLine:
    """A line of a file; `day` is None for one that is none.

    `references`: the first is its own; under the others another export may have recorded it.
    """

    day: date | None
    cents: int
    text: str
    references: list[str]
    doubtful: bool


class MatchedLine(msgspec.Struct, frozen=True):
    """What a line stands for.

    `matched` has the invoice that its text names; `ask` says why that needs a person. `recorded`
    stands already. `unmatched` names none: `offered` are all open invoices of its amount, the
    nearest name first, and `likely` says that the first one's name is in the text. `unread` can be
    no payment. `bank_reference` is what it is recorded under, the same each time that the file is
    read; `taken_back` is the payment that stood under it.
    """

    state: Literal["matched", "recorded", "unmatched", "unread"]
    bank_reference: str
    invoice: OwedInvoice | None
    offered: list[OwedInvoice]
    likely: bool = False
    ask: Ask | None = None
    taken_back: UUID | None = None


async def match_lines(tx: ElevatedTransaction, lines: list[TransferLine]) -> list[MatchedLine]:
    """Return what each line stands for, in their order."""
    codes = [find_codes(one.text) for one in lines]
    references = {one for line in lines for one in line.references}
    stored = await queries.payments_of(tx, sorted(references))
    named = await queries.by_codes(
        tx,
        sorted({one for some in codes for one in some.references}),
        sorted({one for some in codes for one in some.serials}),
    )
    amounts = await queries.by_amounts(tx, sorted({one.cents for one in lines if one.cents > 0}))
    days = [one.day for one in lines if one.day is not None and _is_readable(one)]
    near = await queries.payments_near(tx, days, _NEAR)
    known = _Known(stored, named, amounts, near, references)
    return [known.match(line, some) for line, some in zip(lines, codes, strict=True)]


def _is_readable(line: TransferLine) -> bool:
    today = clock.today()
    return (
        line.day is not None
        and today - OLDEST <= line.day <= today
        and 1 <= line.cents <= _MOST_CENTS
    )


class _Known:
    """What the database has about the lines of a file."""

    def __init__(
        self,
        stored: list[RecordedPayment],
        named: list[StoredInvoice],
        amounts: list[StoredInvoice],
        near: list[RecordedPayment],
        references: set[str],
    ) -> None:
        self._payments = {one.bank_reference: one for one in stored}
        self._by_reference = {one.reference: one for one in named}
        self._by_serial = {one.serial: one for one in named}
        self._by_amount: dict[int, list[StoredInvoice]] = defaultdict(list)
        for invoice in amounts:
            self._by_amount[invoice.owed_cents].append(invoice)
        self._near: dict[int, list[RecordedPayment]] = defaultdict(list)
        for payment in near:
            # What a line of this file is recorded as is no payment like another line.
            if not payment.reversed and payment.bank_reference not in references:
                self._near[payment.amount_cents].append(payment)

    def match(self, line: TransferLine, codes: PrintedCodes) -> MatchedLine:
        """Return what a line stands for."""
        own = line.references[0]
        if line.day is None or not _is_readable(line):
            return MatchedLine("unread", own, None, [])
        invoice, ask = self._named(line, codes)
        shown = invoice.owed if invoice else None
        payments = [self._payments[one] for one in line.references if one in self._payments]
        same = [one for one in payments if _is_same(one, line)]
        standing = next((one for one in same if not one.reversed), None)
        if standing is not None or self._is_by_hand(line):
            return MatchedLine("recorded", standing.bank_reference if standing else own, shown, [])
        taken_back = same[-1] if same else None
        if taken_back is not None:
            own, ask = taken_back.bank_reference, "taken_back"
        elif payments:
            # The bank has given its reference to another transfer before.
            own = next((one for one in line.references if one not in self._payments), own)
        back = taken_back.id if taken_back else None
        if shown is not None:
            return MatchedLine("matched", own, shown, [], ask=ask, taken_back=back)
        offered, likely = self._offered(line, codes)
        if ask is None and line.doubtful:
            ask = "doubtful"
        if ask is None and self._is_like_of_name(line):
            ask = "like_recorded"
        return MatchedLine("unmatched", own, None, offered, likely, ask, back)

    def _named(
        self, line: TransferLine, codes: PrintedCodes
    ) -> tuple[StoredInvoice | None, Ask | None]:
        """Return the invoice that the text names, and why that needs a person."""
        found = [self._by_reference[one] for one in codes.references if one in self._by_reference]
        by_number = [self._by_serial[one] for one in codes.serials if one in self._by_serial]
        invoice = _best(found or by_number, line.cents)
        if invoice is None:
            invoice = self._of_booking(line, codes)
        if invoice is None:
            return None, None
        if line.doubtful:
            return invoice, "doubtful"
        if any(
            one.invoice_id == invoice.id and _is_near(one, line) for one in self._near[line.cents]
        ):
            return invoice, "like_recorded"
        if invoice.owed_cents == 0:
            return invoice, "paid"
        if is_far_above(line.cents, invoice.owed_cents):
            return invoice, "far_above"
        if not found and invoice.owed_cents != line.cents:
            return invoice, "number_only"
        return invoice, None

    def _of_booking(self, line: TransferLine, codes: PrintedCodes) -> StoredInvoice | None:
        """Return the one open invoice of the amount whose booking or customer the text names."""
        fitting = [
            one
            for one in self._by_amount.get(line.cents, ())
            if one.booking_code in codes.bookings or one.customer_id in codes.customers
        ]
        return fitting[0] if len(fitting) == 1 else None

    def _is_by_hand(self, line: TransferLine) -> bool:
        """Return whether it was recorded by hand: its bank reference stands in the text."""
        text = line.text.upper()
        return any(
            len(one.bank_reference) >= _SHORTEST and one.bank_reference in text
            for one in self._near[line.cents]
            if _is_near(one, line)
        )

    def _is_like_of_name(self, line: TransferLine) -> bool:
        """Return whether such a payment of somebody whose name is in the text is recorded."""
        sender = SenderWords.of(line.text)
        return any(
            _is_near(one, line) and likeness(one.name, sender) >= LIKELY
            for one in self._near[line.cents]
        )

    def _offered(self, line: TransferLine, codes: PrintedCodes) -> tuple[list[OwedInvoice], bool]:
        """Return the open invoices of the amount, the nearest name first."""
        sender = SenderWords.of(line.text)

        def score(invoice: StoredInvoice) -> float:
            if invoice.booking_code in codes.bookings or invoice.customer_id in codes.customers:
                return 2.0
            return likeness(invoice.name, sender)

        scored = [(score(one), one) for one in self._by_amount.get(line.cents, ())]
        scored.sort(key=lambda one: -one[0])
        return [one.owed for _, one in scored], bool(scored) and scored[0][0] >= LIKELY


def _is_same(payment: RecordedPayment, line: TransferLine) -> bool:
    return (payment.amount_cents, payment.received_on) == (line.cents, line.day)


def _is_near(payment: RecordedPayment, line: TransferLine) -> bool:
    return line.day is not None and abs(payment.received_on - line.day) <= _NEAR


def _best(invoices: Iterable[StoredInvoice], cents: int) -> StoredInvoice | None:
    """Return the invoice of the amount, else one that is open, else the first."""
    return min(
        invoices, key=lambda one: (one.owed_cents != cents, one.owed_cents == 0), default=None
    )
