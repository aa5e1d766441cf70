"""An invoice of many lines on paper: whole, page after page."""

from __future__ import annotations

import re
from datetime import date
from uuid import uuid4

import pypdfium2
import pytest
from msgspec import structs

from summerstow.billing.invoices import pdf
from summerstow.billing.invoices.model import IssuedInvoice, Payer
from summerstow.billing.ledger.model import Written

INVOICE = IssuedInvoice(
    id=uuid4(),
    number="INV-000123",
    reference="K7M3Q2XP",
    booking_id=uuid4(),
    member_id=None,
    payer_id=None,
    words="Month 2 of storage",
    issued_on=date(2027, 5, 28),
    due_on=date(2027, 6, 4),
    period_from=None,
    period_to=None,
    subtotal_cents=-1000,
    tax_name="GST",
    tax_basis_points=500,
    tax_cents=0,
    tax_included_cents=0,
    deposit_cents=0,
    credit_cents=0,
    total_cents=0,
    gross_cents=0,
    owed_cents=0,
    voided_at=None,
)


def _line(number: int) -> Written:
    return Written(
        id=uuid4(),
        booking_id=INVOICE.booking_id,
        member_id=None,
        invoice_id=INVOICE.id,
        kind="charge",
        code="plan",
        event="Recount",
        words=f"Line {number} of 王小明",
        term="What it is for.",
        quantity=1,
        unit_cents=-1000,
        amount_cents=-1000,
        received_on=None,
    )


def test_each_page_names_its_columns_and_itself_and_the_sums_stay_together() -> None:
    payer = Payer("Mina Park", "SS-K7M3Q", "University of British Columbia", "Okanagan Campus")
    body = pdf.render(INVOICE, payer, [_line(n) for n in range(1, 41)], date(2027, 5, 29))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(body)]
    assert len(pages) > 2
    for number, words in enumerate(pages, 1):
        assert f"Invoice INV-000123, page {number} of {len(pages)}" in words
        assert ("Description" in words) == ("What it is for." in words)
    whole = "".join(pages)
    assert all(f"Line {number} of 王小明" in whole for number in range(1, 41))
    assert "-$10.00" in whole
    [last] = [words for words in pages if "Subtotal" in words]
    assert "Amount due (CAD)" in last


@pytest.mark.parametrize(
    "name", ["", " ", "\N{GRINNING FACE}\N{GRINNING FACE}", "\u3164", "\u200b"]
)
def test_an_invoice_names_somebody_whose_name_cannot_be_drawn(name: str) -> None:
    """Rule: invoice-on-paper."""
    payer = Payer(name, "SS-K7M3Q", "University of British Columbia", "Okanagan Campus")
    for one, shown in ((payer, "SS-K7M3Q"), (structs.replace(payer, customer_id=None), "Customer")):
        body = pdf.render(INVOICE, one, [], date(2027, 5, 29))
        words = pypdfium2.PdfDocument(body)[0].get_textpage().get_text_range()
        assert re.search(rf"Bill to\s*{shown}\s", words)
