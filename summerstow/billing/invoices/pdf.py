"""An invoice as a PDF file, with what a Canadian tax invoice says (rule: invoice-on-paper)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from fpdf.enums import XPos, YPos

from summerstow.billing.ledger.model import Written
from summerstow.platform import clock, published
from summerstow.platform.files.pdf.document import (
    INK,
    LEFT,
    MIST,
    MUTED,
    WIDTH,
    Document,
    Pages,
    money,
    tape,
)
from summerstow.platform.text import is_blank

from .model import IssuedInvoice, Payer

_STATES: Final = {
    "open": "Unpaid",
    "overdue": "Overdue",
    "paid": "Paid",
    "void": "Void",
    "disputed": "Disputed: not due",
}
#: The widths of the columns of the lines, in mm: what, how many, each, together.
_COLUMNS: Final = (WIDTH - 78, 18.0, 30.0, 30.0)
_LABEL: Final = 36.0
#: What the sums need at most, in mm: they stay on one page.
_SUMS: Final = 50.0


def render(invoice: IssuedInvoice, payer: Payer, entries: Sequence[Written], today: date) -> bytes:
    """The invoice as a PDF file; `entries` are its own, in order."""
    pdf = Pages(f"Invoice {invoice.number}")
    lines = [one for one in entries if one.kind != "tax"]
    _head(pdf, invoice, today)
    _facts(pdf, invoice, payer, lines)
    _lines(pdf, lines)
    _sums(pdf, invoice)
    _how_to_pay(pdf, invoice, today)
    return pdf.finished()


def _head(pdf: Document, invoice: IssuedInvoice, today: date) -> None:
    business = published.business()
    pdf.top(business.name)
    pdf.set_font("sans", size=9)
    pdf.set_text_color(*MUTED)
    pdf.set_xy(LEFT + WIDTH - 90, 20)
    ours = (
        *([business.legal_name] if business.legal_name != business.name else []),
        business.address.street,
        f"{business.address.city} {business.address.region} {business.address.postal_code}",
        f"{business.email}  {business.phone}",
        f"{invoice.tax_name}/HST registration {business.tax_number}",
    )
    pdf.multi_cell(90, 4.6, "\n".join(ours), align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(6)
    pdf.set_text_color(*INK)
    pdf.set_font("head", size=16)
    pdf.cell(WIDTH - 40, 9, f"Invoice {invoice.number}")
    pdf.set_font("sans", "B", 11)
    state = _STATES[invoice.state(today)]
    pdf.cell(40, 9, state, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("sans", size=11)
    pdf.multi_cell(WIDTH, 6, pdf.text_of(invoice.words), align="L", new_x=XPos.LMARGIN)
    pdf.ln(4)


def _facts(pdf: Document, invoice: IssuedInvoice, payer: Payer, lines: Sequence[Written]) -> None:
    """Whom it is made out to, its dates, and what happened that it is for."""
    period = ""
    if invoice.period_from and invoice.period_to:
        last = invoice.period_to - timedelta(days=1)
        period = f"{clock.day_in_words(invoice.period_from)} to {clock.day_in_words(last)}"
    for label, value in (
        ("Bill to", payer.name),
        ("Customer ID", payer.customer_id),
        ("Campus", f"{payer.university}, {payer.campus}"),
        ("Invoice date", clock.day_in_words(invoice.issued_on)),
        ("Due date", clock.day_in_words(invoice.due_on)),
        ("For", lines[0].event if lines else ""),
        ("Storage period", period),
        ("Reference code", spaced(invoice.reference)),
    ):
        ready = pdf.text_of(value or "")
        if label == "Bill to" and not _has_letter(ready):
            ready = payer.customer_id or "Customer"
        if ready:
            pdf.set_font("sans", size=10)
            pdf.set_text_color(*MUTED)
            pdf.cell(_LABEL, 6, label)
            pdf.set_text_color(*INK)
            pdf.set_font("sans", "B", 10)
            pdf.multi_cell(0, 6, ready, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(5)


def _has_letter(text: str) -> bool:
    """Return whether a reader sees more than boxes and spaces."""
    return any(one.isalnum() and not is_blank(one) for one in text)


def _lines(pdf: Document, lines: Sequence[Written]) -> None:
    what, count, each, together = _COLUMNS
    _headings(pdf)
    for one in lines:
        if pdf.will_page_break(18):
            pdf.add_page()
            _headings(pdf)
        top = pdf.get_y() + 1.5
        pdf.set_draw_color(*MIST)
        pdf.line(LEFT, top, LEFT + WIDTH, top)
        pdf.set_xy(LEFT, top + 1)
        pdf.set_font("sans", "B", 10)
        pdf.set_text_color(*INK)
        words = pdf.text_of(one.words)
        pdf.multi_cell(what, 5.4, words, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        if one.term:
            pdf.set_font("sans", size=8.5)
            pdf.set_text_color(*MUTED)
            pdf.multi_cell(what, 4.2, one.term, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        below = pdf.get_y()
        pdf.set_xy(LEFT + what, top + 1)
        pdf.set_font("sans", size=10)
        pdf.set_text_color(*INK)
        pdf.cell(count, 5.4, str(one.quantity), align="R")
        pdf.cell(each, 5.4, money(one.unit_cents), align="R")
        pdf.cell(together, 5.4, money(one.amount_cents), align="R")
        pdf.set_xy(LEFT, below)


def _headings(pdf: Document) -> None:
    """The names of the columns, on each page that has lines."""
    what, count, each, together = _COLUMNS
    pdf.set_font("sans", size=9)
    pdf.set_text_color(*MUTED)
    pdf.cell(what, 6, "Description")
    pdf.cell(count, 6, "Quantity", align="R")
    pdf.cell(each, 6, "Price", align="R")
    pdf.cell(together, 6, "Amount", align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _sums(pdf: Document, invoice: IssuedInvoice) -> None:
    if pdf.will_page_break(_SUMS):
        pdf.add_page()
    pdf.ln(2)
    pdf.set_draw_color(*INK)
    pdf.line(LEFT, pdf.get_y(), LEFT + WIDTH, pdf.get_y())
    pdf.ln(2)
    tax = f"{invoice.tax_name} {invoice.tax_basis_points / 100:g}%"
    sums = [("Subtotal", invoice.subtotal_cents, False)]
    if invoice.tax_cents:
        sums.append((tax, invoice.tax_cents, False))
    if invoice.deposit_cents:
        sums.append(("Supply kit deposit", invoice.deposit_cents, False))
    if invoice.credit_cents:
        sums.append(("Your credit", invoice.credit_cents, False))
    sums.append(("Amount due (CAD)", invoice.total_cents, True))
    if invoice.owed_cents != invoice.total_cents:
        sums.append(("Balance today (CAD)", invoice.owed_cents, True))
    pdf.set_text_color(*INK)
    for words, cents, is_bold in sums:
        pdf.set_font("sans", "B" if is_bold else "", 11 if is_bold else 10)
        pdf.cell(WIDTH - 34, 6.5, words, align="R")
        pdf.cell(34, 6.5, money(cents), align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    if invoice.tax_included_cents:
        pdf.set_font("sans", size=9)
        pdf.set_text_color(*MUTED)
        included = f"Includes {money(invoice.tax_included_cents)} of {tax}."
        pdf.cell(0, 6, included, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(6)


def _how_to_pay(pdf: Document, invoice: IssuedInvoice, today: date) -> None:
    if invoice.state(today) in ("paid", "void", "disputed"):
        return
    pdf.set_fill_color(*tape())
    pdf.set_text_color(*INK)
    pdf.set_font("sans", "B", 11)
    pdf.multi_cell(
        WIDTH,
        7,
        f"Please pay by {clock.day_in_words(invoice.due_on)}: Interac e-Transfer to "
        f"{published.business().pay_to}, with the code {spaced(invoice.reference)} in its message.",
        align="L",
        fill=True,
        padding=3,
        new_x=XPos.LMARGIN,
        new_y=YPos.NEXT,
    )


def spaced(reference: str) -> str:
    """A reference code as people read it: `K7M3 Q2XP`, on one line."""
    return f"{reference[:4]}\u00a0{reference[4:]}"
