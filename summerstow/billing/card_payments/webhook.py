"""`POST /webhooks/stripe`: signed news of a checkout page, once or many times."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final
from uuid import UUID

from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.payments import service as payments
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.http.asgi import Receive, Scope, Send, header, read_body, send_response
from summerstow.platform.observability import log

from . import queries, saved_cards
from .checkout import CheckoutSession, StoredCheckout

if TYPE_CHECKING:
    from .stripe_api import StripeApi

_log = log.get("cards")
_MOST_BYTES: Final = 256 * 1024
#: What becomes of a page that was not paid, by the event that tells it.
_UNPAID: Final = {
    "checkout.session.async_payment_failed": "failed",
    "checkout.session.expired": "expired",
}
_PAID: Final = ("checkout.session.completed", "checkout.session.async_payment_succeeded")


class StripeWebhook:
    """Stripe's webhook. What cannot be stored is answered with an error: Stripe sends it again.

    What is paid is taken as it comes: another amount than was asked for settles what it can, and
    the rest is credit (rule: payment-matching).
    """

    def __init__(self, database: Database, stripe: StripeApi | None) -> None:
        self._database = database
        self._stripe = stripe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        status, words = 200, "received"
        try:
            if self._stripe is None or scope["path"] != "/webhooks/stripe":
                raise AppError("There is nothing here.", status=404)
            if scope["method"] != "POST":
                raise AppError("Only POST.", status=405)
            body = await read_body(scope, receive, _MOST_BYTES)
            kind, session = self._stripe.read(body, header(scope, b"stripe-signature"))
            if session is not None and (kind in _PAID or kind in _UNPAID):
                async with self._database.owner() as tx:
                    saves = await _take(tx, kind, session)
                if saves and session.payment_intent:
                    await self._save(saves, session.payment_intent)
        except AppError as error:
            status, words = error.status, error.message
            _log.info("webhook refused", status=status, private=error.private)
        except Exception as error:  # whatever it is, Stripe sends it again
            status, words = 500, "Something went wrong."
            _log.error("webhook failed", exc_info=error)
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        if status == 503:
            headers.append((b"retry-after", b"1"))
        if status == 405:
            headers.append((b"allow", b"POST"))
        await send_response(send, status, headers, json.dumps({"message": words}).encode())

    async def _save(self, checkout: StoredCheckout, payment: str) -> None:
        """Keep the card of a payment; what fails here Stripe sends again."""
        assert self._stripe is not None
        card = await self._stripe.card_of(payment)
        if card is not None:
            async with self._database.owner() as tx:
                await saved_cards.save(tx, checkout, card)


async def _take(
    tx: ElevatedTransaction, kind: str, session: CheckoutSession
) -> StoredCheckout | None:
    """Store what became of a page; the page, if it is paid and its card is to be kept."""
    checkout = await _checkout(tx, session.client_reference_id)
    if checkout is None:
        # Another shop may share the account: its pages are none of ours.
        _log.info("unknown page", kind=kind)
        return None
    await hold_account(tx, checkout.booking_id, checkout.member_id)
    state = _UNPAID.get(kind, "paid")
    if kind == "checkout.session.completed" and session.payment_status == "unpaid":
        # A failure or a success that overtook this on its way has the last word.
        state = "confirming" if checkout.state in ("asked", "replaced") else checkout.state
    if state == "paid":
        if session.currency != "cad" or not session.amount_total:
            raise Invalid("Only Canadian dollars are taken.", private=session.id)
        await payments.record_card_payment(
            tx,
            invoice_id=checkout.invoice_id,
            amount_cents=session.amount_total,
            payment_id=session.payment_intent or session.id,
        )
    await queries.set_state(tx, checkout.id, state, clock.now())
    return checkout if state == "paid" and checkout.saves else None


async def _checkout(tx: Transaction, reference: str | None) -> StoredCheckout | None:
    try:
        return await queries.one(tx, UUID(reference or ""))
    except ValueError:
        return None
