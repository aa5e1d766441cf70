"""An invoice as a PDF file, drawn outside of the transaction that read it."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from summerstow.billing.ledger import queries as ledger_queries
from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.files.pdf import drawing

from . import on_paper, queries
from .model import IssuedInvoice


class InvoicePdf(msgspec.Struct, frozen=True):
    """A file; `content` is base64."""

    filename: str
    content_type: str
    content: str


async def read_paper(tx: Transaction, invoice: IssuedInvoice) -> on_paper.Paper:
    """Read what stands on an invoice today, to be drawn once the transaction is over."""
    payer = await queries.payer(tx, invoice.id)
    entries = await ledger_queries.of_invoice(tx, invoice.id)
    return on_paper.Paper(invoice, payer, entries, clock.today())


async def draw(value: Any) -> InvoicePdf:
    """Draw a `Paper` as read back from JSON, once its transaction is over."""
    paper = msgspec.convert(value, on_paper.Paper)
    content = await drawing.draw(on_paper.drawn, paper)
    name = f"{paper.invoice.number}.pdf"
    return InvoicePdf(name, "application/pdf", base64.b64encode(content).decode())
