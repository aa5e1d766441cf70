"""An invoice as a PDF file of one page, in the product's design."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from summerstow.kit import clock, facts

from .statement import InvoiceShown

_INK: Final = (12, 45, 31)
_MUTED: Final = (75, 99, 87)
_MIST: Final = (238, 246, 241)
_TAPE: Final = (249, 203, 46)
#: The margin, in mm.
LEFT: Final = 20.0
_WIDTH: Final = 170.0
_FACES: Final = (
    ("sans", "", "InstrumentSans-400"),
    ("sans", "B", "InstrumentSans-600"),
    ("head", "", "BricolageGrotesque-700"),
)
_STATES: Final = {"open": "To be paid", "overdue": "Overdue", "paid": "Paid", "void": "Void"}


@dataclass(frozen=True, slots=True)
class Customer:
    """Whom it is made out to."""

    name: str
    customer_id: str | None
    campus: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line: its words, its term in small print, its amount in cents."""

    words: str
    term: str
    amount_cents: int


def render(invoice: InvoiceShown, customer: Customer, lines: Sequence[PaperLine]) -> bytes:
    """The invoice as a PDF file; characters that its fonts do not have are left out."""
    pdf = FPDF(format="Letter")
    begin(pdf, f"Invoice {invoice.number}")
    _head(pdf, invoice)
    _facts(pdf, invoice, customer)
    _lines(pdf, lines)
    _sums(pdf, invoice)
    _how_to_pay(pdf, invoice)
    return bytes(pdf.output())


def begin(pdf: FPDF, title: str) -> None:
    """Prepare a document: its author, margins and fonts, and a first page."""
    pdf.set_title(title)
    pdf.set_author(facts.contact().name)
    pdf.set_lang("en-CA")
    pdf.set_margins(LEFT, 18, LEFT)
    pdf.set_auto_page_break(True, 24)
    _load_faces(pdf)
    pdf.add_page()


def _load_faces(pdf: FPDF) -> None:
    """Add the product's fonts: `sans` (plain and bold) and `head`."""
    with as_file(files("summerstow.billing.invoices") / "fonts") as folder:
        for family, style, face in _FACES:
            pdf.add_font(family, style, folder / f"{face}-latin.ttf")
            pdf.add_font(f"{family}-ext", style, folder / f"{face}-latin-ext.ttf")
    pdf.set_fallback_fonts(["sans-ext", "head-ext"], exact_match=False)


def _head(pdf: FPDF, invoice: InvoiceShown) -> None:
    pdf.set_fill_color(*_TAPE)
    pdf.rect(LEFT, 18, 26, 5, style="F")
    pdf.set_text_color(*_INK)
    pdf.set_xy(LEFT, 26)
    pdf.set_font("head", size=24)
    pdf.cell(100, 11, facts.contact().name)
    pdf.set_font("sans", size=10)
    pdf.set_text_color(*_MUTED)
    pdf.cell(
        70,
        11,
        f"{facts.contact().email}  {facts.contact().phone}",
        align="R",
        new_x=XPos.LMARGIN,
        new_y=YPos.NEXT,
    )
    pdf.ln(6)
    pdf.set_text_color(*_INK)
    pdf.set_font("head", size=16)
    pdf.cell(120, 9, f"Invoice {invoice.number}")
    pdf.set_font("sans", "B", 11)
    pdf.cell(50, 9, _STATES[invoice.state], align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("sans", size=11)
    pdf.cell(0, 6, invoice.words, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(4)


def _facts(pdf: FPDF, invoice: InvoiceShown, customer: Customer) -> None:
    named = customer.name + (f" ({customer.customer_id})" if customer.customer_id else "")
    for label, value in (
        ("For", named),
        ("Campus", customer.campus),
        ("Issued", clock.day_in_words(invoice.issued_on)),
        ("Due", clock.day_in_words(invoice.due_on)),
        ("Reference code", spaced(invoice.reference)),
    ):
        pdf.set_font("sans", size=10)
        pdf.set_text_color(*_MUTED)
        pdf.cell(36, 6, label)
        pdf.set_text_color(*_INK)
        pdf.set_font("sans", "B", 10)
        pdf.cell(0, 6, printable(pdf, value), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(6)


def _lines(pdf: FPDF, lines: Sequence[PaperLine]) -> None:
    for number, one in enumerate(lines):
        fill = number % 2 == 0
        pdf.set_fill_color(*_MIST)
        pdf.set_font("sans", "B", 10)
        pdf.set_text_color(*_INK)
        pdf.cell(_WIDTH - 34, 7, f" {one.words}", fill=fill)
        pdf.cell(
            34,
            7,
            f"{_money(one.amount_cents)} ",
            align="R",
            fill=fill,
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
        )
        if one.term:
            pdf.set_font("sans", size=8.5)
            pdf.set_text_color(*_MUTED)
            pdf.set_x(LEFT + 1)
            pdf.multi_cell(_WIDTH - 36, 4.2, one.term, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        pdf.ln(1.5)


def _sums(pdf: FPDF, invoice: InvoiceShown) -> None:
    pdf.set_draw_color(*_INK)
    pdf.line(LEFT, pdf.get_y() + 1, LEFT + _WIDTH, pdf.get_y() + 1)
    pdf.ln(3)
    sums = [("Subtotal", invoice.subtotal_cents, False)]
    if invoice.tax_cents:
        sums.append((invoice.tax_name, invoice.tax_cents, False))
    if invoice.deposit_cents:
        sums.append(("Supply kit deposit", invoice.deposit_cents, False))
    if invoice.credit_cents:
        sums.append(("Your credit", invoice.credit_cents, False))
    sums.append(("Total to pay", invoice.total_cents, True))
    if invoice.owed_cents != invoice.total_cents:
        sums.append(("Still to pay today", invoice.owed_cents, True))
    pdf.set_text_color(*_INK)
    for words, cents, is_bold in sums:
        pdf.set_font("sans", "B" if is_bold else "", 11 if is_bold else 10)
        pdf.cell(_WIDTH - 34, 6.5, words, align="R")
        pdf.cell(34, 6.5, f"{_money(cents)} ", align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    if invoice.tax_included_cents:
        pdf.set_font("sans", size=9)
        pdf.set_text_color(*_MUTED)
        included = f"{invoice.tax_name} of {_money(invoice.tax_included_cents)} is included."
        pdf.cell(0, 6, included, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(6)


def _how_to_pay(pdf: FPDF, invoice: InvoiceShown) -> None:
    if invoice.state in ("paid", "void"):
        return
    contact = facts.contact()
    pdf.set_fill_color(*_TAPE)
    pdf.set_text_color(*_INK)
    pdf.set_font("sans", "B", 11)
    pdf.multi_cell(
        _WIDTH,
        7,
        f"Pay by Interac e-Transfer to {contact.email} with the code "
        f"{spaced(invoice.reference)} in its message, by {clock.day_in_words(invoice.due_on)}.",
        align="L",
        fill=True,
        padding=3,
        new_x=XPos.LMARGIN,
        new_y=YPos.NEXT,
    )


def spaced(reference: str) -> str:
    """A reference code as people read it: `K7M3 Q2XP`."""
    return f"{reference[:4]} {reference[4:]}"


def _money(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def printable(pdf: FPDF, text: str) -> str:
    """Only characters that one of the fonts has, else the ones they are composed of, else none."""
    known: set[int] = set()
    for face in ("sans", "sansB", "sans-ext", "sans-extB"):
        font = pdf.fonts[face]
        if isinstance(font, TTFFont):
            known |= set(font.cmap)
    found = []
    for one in text:
        plain = one if ord(one) in known else unicodedata.normalize("NFKD", one)
        found += [letter for letter in plain if ord(letter) in known]
    return " ".join("".join(found).split())
