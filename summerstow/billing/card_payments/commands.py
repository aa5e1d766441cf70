"""Commands by which a customer or another payer pays by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.model import IssuedInvoice
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.notices.payer_links import PayerLink, PayerLinks
from summerstow.billing.pricing.terms import dollars
from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import PEOPLE, SIGNED_IN

from . import check, queries, saved_cards
from .checkout import LEAST_CENTS, OPEN_FOR, SAME_PAGE, CheckoutPage, being_confirmed

if TYPE_CHECKING:
    from .stripe_api import StripeApi


#: Pages that a visitor may have opened.
_PAGES: Final = Limit("card pages", 60, 3600, burst=20)


class PaymentMethods(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments."""


class StartCardPayment(msgspec.Struct, forbid_unknown_fields=True):
    """One of the caller's own invoices; `save`: the card pays the following ones by itself."""

    invoice_id: UUID
    save: bool = False


class StartByLink(PayerLink, forbid_unknown_fields=True):
    """The link of an invoice's mail; `save`: the card pays the following ones by itself."""

    save: bool = False


class CardOffered(msgspec.Struct, frozen=True):
    """Whether cards are taken, besides e-Transfers."""

    card: bool


class PaymentPage(msgspec.Struct, frozen=True):
    """The address of the page that takes the card."""

    url: str


def commands(
    database: Database, stripe: StripeApi | None, links: PayerLinks
) -> tuple[Command, ...]:
    """The package's commands; without `stripe` there are no card payments, and they say so."""

    async def payment_methods(tx: Transaction, arguments: PaymentMethods) -> CardOffered:
        del tx, arguments
        return CardOffered(stripe is not None)

    async def start(tx: ElevatedTransaction, arguments: StartCardPayment) -> CheckoutPage:
        _refuse_without(stripe)
        invoice = await _own(tx, arguments.invoice_id)
        back = f"/customer-dashboard/payments?invoice={invoice.id}"
        return await _page(tx, invoice, back, saves=arguments.save)

    async def start_by_link(tx: ElevatedTransaction, arguments: StartByLink) -> CheckoutPage:
        _refuse_without(stripe)
        invoice = await links.open(tx, arguments.token)
        return await _page(tx, invoice, f"/invoice/{arguments.token}", saves=arguments.save)

    async def stop(tx: ElevatedTransaction, arguments: NoArguments) -> None:
        """End automatic payments of the caller's own invoices."""
        del arguments
        assert tx.actor.user_id is not None
        await saved_cards.end_of_account(tx, tx.actor.user_id)

    async def stop_by_link(tx: ElevatedTransaction, arguments: PayerLink) -> None:
        """End automatic payments of the invoices that a link's payer pays."""
        await saved_cards.end(tx, await links.open(tx, arguments.token))

    async def opened(value: Any) -> PaymentPage:
        assert stripe is not None
        page = msgspec.convert(value, CheckoutPage)
        for earlier in page.replaces:
            await stripe.close(earlier)
            async with database.owner() as tx:
                await queries.set_replaced(tx, earlier, clock.now())
        session_id, url = await stripe.open(page)
        async with database.owner() as tx:
            await queries.set_session(tx, page.checkout_id, session_id)
        return PaymentPage(url)

    return (
        Command("payment_methods", PaymentMethods, payment_methods, SIGNED_IN, read_only=True),
        Command(
            "start_card_payment", StartCardPayment, start, SIGNED_IN, outside=opened, elevated=True
        ),
        Command(
            "payer_card_payment",
            StartByLink,
            start_by_link,
            PEOPLE,
            outside=opened,
            limit=_PAGES,
            elevated=True,
        ),
        Command("stop_saved_card", NoArguments, stop, SIGNED_IN, elevated=True),
        Command("payer_stop_saved_card", PayerLink, stop_by_link, PEOPLE, elevated=True),
        check.command(stripe),
    )


async def _own(tx: Transaction, invoice_id: UUID) -> IssuedInvoice:
    invoice = await invoice_queries.one(tx, invoice_id)
    if invoice is None or invoice.payer_id is None or invoice.payer_id != tx.actor.user_id:
        raise AppError("You have no such invoice.", status=404, code="P0002")
    return invoice


def _refuse_without(stripe: StripeApi | None) -> None:
    if stripe is None:
        raise AppError("Card payments are not set up here.", status=404, code="P0002")


async def _page(tx: Transaction, invoice: IssuedInvoice, back: str, *, saves: bool) -> CheckoutPage:
    """The page for what is owed of an invoice: the one requested just now, or a new one.

    Raises `Conflict` where nothing can be paid.
    """
    await hold_account(tx, invoice.booking_id, invoice.member_id)
    now_held = await invoice_queries.one(tx, invoice.id)
    assert now_held is not None
    invoice = now_held
    if invoice.disputed_at is not None:
        raise Conflict("You have disputed this fee. There is nothing to pay until we decide.")
    owed = invoice.owed_cents
    if owed == 0:
        raise Conflict("There is nothing left to pay on this invoice.")
    if owed < LEAST_CENTS:
        raise Conflict(f"By card it is {dollars(LEAST_CENTS)} at least. Please use e-Transfer.")
    now = clock.now()
    same, replaces = None, []
    wanted = (owed, back, saves)
    for known in await queries.waiting(tx, invoice.id):
        if known.state == "confirming":
            raise being_confirmed()
        fresh = now - known.asked_at < SAME_PAGE
        if same is None and fresh and (known.amount_cents, known.back, known.saves) == wanted:
            same = known
        elif known.session_id is None:
            # Nobody was ever sent to it.
            await queries.set_state(tx, known.id, "replaced", now)
        else:
            replaces.append(known.session_id)
    asked_at = now if same is None else same.asked_at
    return CheckoutPage(
        checkout_id=same.id
        if same
        else await queries.insert(tx, invoice.id, owed, back, now, saves=saves),
        invoice_id=invoice.id,
        amount_cents=owed,
        words=f"{invoice.number}: {invoice.words}",
        back=back,
        saves=saves,
        expires_at=int((asked_at + OPEN_FOR).timestamp()),
        replaces=replaces,
    )
