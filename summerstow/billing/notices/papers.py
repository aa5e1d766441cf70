"""The PDF file that goes with the mail of an invoice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from summerstow.billing.invoices import pdf_file
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import Attachment


async def attach(database: Database, kind: str, data: Mapping[str, Any]) -> tuple[Attachment, ...]:
    """Return the files of a mail, drawn as it leaves: an invoice as it is then."""
    invoice_id = (data.get("about") or {}).get("invoice_id")
    if kind != "invoice" or invoice_id is None:
        return ()
    async with database.owner() as tx:
        invoice = await invoice_queries.one(tx, UUID(invoice_id))
        if invoice is None:
            return ()
        paper = await pdf_file.read_paper(tx, invoice)
    file = await pdf_file.draw(paper)
    return (Attachment(file.filename, file.content_type, file.content, encoded=True),)
