"""Messages about new invoices, their corrections and payments, each written once."""

from __future__ import annotations

from typing import Final, Literal

from summerstow.billing.invoices.model import DeclinedCard, NewInvoice, NewPayment, VoidInvoice
from summerstow.billing.pricing.terms import dollars
from summerstow.messages import service as messages
from summerstow.messages import times
from summerstow.messages.queries import telling
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries
from .payer_links import PayerLinks

_Kind = Literal["invoice", "declined", "voided", "payment", "reversed"]
#: The template of each kind, and as what it is announced.
_TEMPLATES: Final = {
    "declined": "card_declined",
    "voided": "invoice_voided",
    "reversed": "payment_reversed",
}
#: Days after which an invoice is not announced any more: those of a demo's past seasons never are.
_RECENT: Final = 7
#: Where invoices may have waited for a business with placeholders.
_WAITED: Final = 45


async def run(tx: ElevatedTransaction, links: PayerLinks, *, demo: bool = True) -> None:
    """Write the messages that are missing, as the schema's owner.

    Outside the demo invoices wait for a business without placeholders (rule:
    placeholders-are-named). An invoice that is void by now, or that left nothing to pay, has none;
    one that became void after its message left has a correction, and so has a payment that was
    taken back.
    """
    await telling(tx)
    waits = not demo and published.business().placeholders
    days = _RECENT if demo else _WAITED
    for invoice in () if waits else await queries.unannounced_invoices(tx, days, times.UNDO_TIME):
        data: dict[str, object] = {
            "amount": dollars(invoice.total_cents),
            "words": invoice.words,
            "reference": f"{invoice.reference[:4]} {invoice.reference[4:]}",
            "due": clock.day_in_words(invoice.due_on),
            "card": links.cards,
            "saved_card": invoice.saved_card,
        }
        await _tell(tx, invoice, "invoice", data, links)
    for declined in await queries.unannounced_declines(tx):
        data = {"amount": dollars(declined.amount_cents), "saved_card": declined.card}
        await _tell(tx, declined, "declined", data, links)
    for void in await queries.unannounced_voids(tx):
        data = {
            "amount": dollars(void.total_cents),
            "words": void.words,
            "reason": void.void_reason,
            "credit": dollars(void.credit_cents) if void.credit_cents else None,
        }
        await _tell(tx, void, "voided", data, links)
    for payment in await queries.unannounced_payments(tx):
        data = {"amount": dollars(-payment.amount_cents)}
        await _tell(tx, payment, "payment", data, links)
    for back in await queries.unannounced_reversals(tx):
        reason = back.words.partition(": ")[2]
        data = {"amount": dollars(-back.amount_cents), "reason": reason}
        await _tell(tx, back, "reversed", data, links)


async def _tell(
    tx: ElevatedTransaction,
    news: NewInvoice | DeclinedCard | VoidInvoice | NewPayment,
    kind: _Kind,
    data: dict[str, object],
    links: PayerLinks,
) -> None:
    first_name = news.payer_first_name if news.to_payer else news.first_name
    message = await messages.tell_account(
        tx,
        news.user_id,
        cause=f"{kind}:{news.id}",
        kind=_TEMPLATES.get(kind, kind),
        to=news.email,
        data=data
        | {
            "link": links.link(news.invoice_id, news.email),
            "account_page": None
            if news.to_payer or news.user_id is None
            else "/customer-dashboard/payments",
            "number": news.number,
            "first_name": first_name or "there",
            # Whose storage a payer pays for.
            "customer": (news.first_name or "your student") if news.to_payer else None,
        },
        of_invoice=news.id if kind == "invoice" else None,
        of_payment=news.id if kind == "payment" else None,
    )
    if message is not None:
        announced = "payment" if kind == "reversed" else kind
        await queries.announced(tx, announced, news.id, message)
