"""What the child process calls to draw a file; it imports only what drawing needs."""

from __future__ import annotations

from datetime import date

import msgspec

from summerstow.billing.ledger.model import Written

from .model import IssuedInvoice, Payer


class Paper(msgspec.Struct, frozen=True):
    """What stands on an invoice."""

    invoice: IssuedInvoice
    payer: Payer
    entries: list[Written]
    today: date


def drawn(paper: Paper) -> bytes:
    """`pdf.render`, which only that process imports."""
    from . import pdf  # noqa: PLC0415

    return pdf.render(paper.invoice, paper.payer, paper.entries, paper.today)
