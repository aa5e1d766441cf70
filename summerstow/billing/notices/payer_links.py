"""Links by which an invoice is read and paid without an account.

A link is signed for an invoice and an address, so that nothing is stored. It works as long as the
invoice's mails go to that address (rule: payer-links).
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import on_paper, pdf_file
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.model import IssuedInvoice, State
from summerstow.platform import clock, published
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import PEOPLE

from . import queries

_ID_BYTES: Final = 16
_SIGNATURE_BYTES: Final = 16


class PayerLink(msgspec.Struct, forbid_unknown_fields=True):
    """What the link of an invoice's mail ends with."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class OtherInvoice(msgspec.Struct, frozen=True):
    """Another invoice of the same payer, with the path of its page."""

    number: str
    words: str
    state: State
    owed_cents: int
    path: str


class PayerInvoice(msgspec.Struct, frozen=True):
    """An invoice as its payer sees it; `customer` is the first name of another whose storage it is.

    `pay_to`: where e-Transfers go. `card`: whether cards are taken. `saved_card`: the one, in
    words, that pays by itself. `others`: the same payer's other invoices of the booking.
    """

    number: str
    words: str
    customer: str | None
    state: State
    total_cents: int
    owed_cents: int
    due_on: date
    reference: str
    pay_to: str
    card: bool
    saved_card: str | None
    others: list[OtherInvoice]


@dataclass(frozen=True, slots=True)
class PayerLinks:
    """Signs links and checks them; `secret` is the same on every host.

    `cards`: whether cards are taken.
    """

    secret: str
    cards: bool = False

    def link(self, invoice_id: UUID, email: str) -> str:
        """Return the path of the invoice's page for this payer."""
        token = invoice_id.bytes + self._signature(invoice_id, email)
        return f"/invoice/{urlsafe_b64encode(token).rstrip(b'=').decode()}"

    def _signature(self, invoice_id: UUID, email: str) -> bytes:
        signed = b"payer-link:" + invoice_id.bytes + email.encode()
        return hmac.digest(self.secret.encode(), signed, "sha256")[:_SIGNATURE_BYTES]

    async def open(self, tx: ElevatedTransaction, token: str) -> IssuedInvoice:
        """Return the invoice of a link. Raises 404 unless the link is right and still holds."""
        try:
            content = urlsafe_b64decode(token + "=" * (-len(token) % 4))
        except (NotBase64, ValueError):
            content = b""
        if len(content) == _ID_BYTES + _SIGNATURE_BYTES:
            invoice_id = UUID(bytes=content[:_ID_BYTES])
            email = await queries.mailed_address(tx, invoice_id)
            if email is not None and hmac.compare_digest(
                content[_ID_BYTES:], self._signature(invoice_id, email)
            ):
                invoice = await invoice_queries.one(tx, invoice_id)
                if invoice is not None:
                    return invoice
        raise AppError(
            "This link does not work. Please open the one in our latest email.",
            status=404,
            code="P0002",
        )


def commands(links: PayerLinks) -> tuple[Command, ...]:
    """The commands behind the page of a link."""

    async def payer_invoice(tx: ElevatedTransaction, arguments: PayerLink) -> PayerInvoice:
        """The invoice of a link; 404 for a link that does not hold."""
        invoice = await links.open(tx, arguments.token)
        email = await queries.mailed_address(tx, invoice.id)
        customer = await queries.paid_for(tx, invoice.id)
        today = clock.today()
        others = [
            OtherInvoice(
                one.number,
                one.words,
                one.state(today),
                one.owed_cents,
                links.link(one.id, email or ""),
            )
            for one in await invoice_queries.beside(tx, invoice)
        ]
        return PayerInvoice(
            number=invoice.number,
            words=invoice.words,
            customer=customer,
            state=invoice.state(today),
            total_cents=invoice.total_cents,
            owed_cents=invoice.owed_cents,
            due_on=invoice.due_on,
            reference=invoice.reference,
            pay_to=published.business().pay_to,
            card=links.cards,
            saved_card=await invoice_queries.saved_card(tx, invoice.booking_id, invoice.member_id),
            others=others,
        )

    async def payer_invoice_pdf(tx: ElevatedTransaction, arguments: PayerLink) -> on_paper.Paper:
        """The invoice of a link as a file; 404 for a link that does not hold."""
        invoice = await links.open(tx, arguments.token)
        return await pdf_file.read_paper(tx, invoice)

    return (
        Command("payer_invoice", PayerLink, payer_invoice, PEOPLE, read_only=True, elevated=True),
        Command(
            "payer_invoice_pdf",
            PayerLink,
            payer_invoice_pdf,
            PEOPLE,
            repeatable=True,
            outside=pdf_file.draw,
            elevated=True,
        ),
    )
