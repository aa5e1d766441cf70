"""What is used of Stripe: open a page, close a page, verify and read an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
import stripe

from summerstow.platform import clock
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.observability import log, tracing
from summerstow.platform.settings.model import Settings

from .checkout import (
    KEYS_KNOWN,
    CardOnFile,
    ChargeEnded,
    ChargeRequest,
    CheckoutPage,
    CheckoutSession,
    RefundRequest,
    StripeRefused,
    being_confirmed,
)

_log = log.get("cards")
_TIMEOUT: Final = 15.0
#: Under what Stripe keeps our own id of a charge or a refund.
_MARK: Final = "summerstow_id"
_Intent = TypeVar("_Intent", stripe.PaymentIntent, stripe.Refund)


class _TracedClient(stripe.HTTPXClient):
    """Stripe's own client, with the trace of the calling request."""

    async def request_async(  # type: ignore[override]
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any
    ) -> tuple[bytes, int, Mapping[str, str]]:
        return await super().request_async(method, url, tracing.outgoing(headers), post_data)


class StripeApi:
    """The account whose keys are set; the address of its API can be pointed elsewhere for tests."""

    def __init__(self, settings: Settings) -> None:
        self._webhook_secret = settings.stripe_webhook_secret
        self._site_url = settings.site_url
        self._client = stripe.StripeClient(
            settings.stripe_secret_key,
            base_addresses={"api": settings.stripe_api_base.rstrip("/")},
            http_client=_TracedClient(timeout=_TIMEOUT),
            max_network_retries=2,
        )

    async def is_live(self) -> bool | None:
        """Return whether the key charges real cards; None where Stripe refuses it.

        Raises a 503 while Stripe does not answer.
        """
        try:
            balance = await self._client.v1.balance.retrieve_async()
        except (stripe.AuthenticationError, stripe.PermissionError):
            return None
        except stripe.StripeError as error:
            raise _refused(error) from error
        return balance.livemode

    async def open(self, page: CheckoutPage) -> tuple[str, str]:
        """(Stripe's id, address) of the page; opened again it is the same one.

        Raises a 503 in a sentence while Stripe does not answer as it should.
        """
        mark = "&" if "?" in page.back else "?"
        back = f"{self._site_url}{page.back}{mark}card="
        price = {
            "currency": "cad",
            "unit_amount": page.amount_cents,
            "product_data": {"name": page.words},
        }
        intent = {"description": page.words}
        # Kept by Stripe for the following invoices, as the payer agreed.
        customer = {"customer_creation": "always"} if page.saves else {}
        if page.saves:
            intent |= {"setup_future_usage": "off_session"}
        parameters: Any = {
            **customer,
            "mode": "payment",
            "line_items": [{"quantity": 1, "price_data": price}],
            "client_reference_id": str(page.checkout_id),
            "payment_intent_data": intent,
            "success_url": f"{back}done",
            "cancel_url": f"{back}cancelled",
            "expires_at": page.expires_at,
        }
        try:
            session = await self._client.v1.checkout.sessions.create_async(
                parameters, {"idempotency_key": str(page.checkout_id)}
            )
        except stripe.StripeError as error:
            raise _refused(error) from error
        if session.url is None:
            # The page is over: it was paid a moment ago, and the word of it is on its way.
            raise being_confirmed()
        return session.id, session.url

    async def close(self, session_id: str) -> None:
        """See to it that an earlier page can no longer be paid.

        Raises `Conflict` where it is paid already, and a 503 while Stripe does not answer.
        """
        sessions = self._client.v1.checkout.sessions
        try:
            await sessions.expire_async(session_id)
        except stripe.InvalidRequestError:
            # It cannot be closed where it is over: by its time, or because it is paid.
            try:
                session = await sessions.retrieve_async(session_id)
            except stripe.StripeError as error:
                raise _refused(error) from error
            if session.status == "complete":
                raise being_confirmed() from None
        except stripe.StripeError as error:
            raise _refused(error) from error

    async def card_of(self, payment: str) -> CardOnFile | None:
        """Return the card of a payment that Stripe keeps; None if it keeps none.

        Raises a 503 while Stripe does not answer as it should.
        """
        try:
            intent = await self._client.v1.payment_intents.retrieve_async(
                payment, {"expand": ["payment_method"]}
            )
        except stripe.StripeError as error:
            raise _refused(error) from error
        method = intent.payment_method
        if not intent.customer or not isinstance(method, stripe.PaymentMethod):
            return None
        customer = intent.customer if isinstance(intent.customer, str) else intent.customer.id
        card = method.card
        label = f"{card.brand.capitalize()} ending in {card.last4}" if card else "Your card"
        return CardOnFile(customer, method.id, label)

    async def charge(self, request: ChargeRequest) -> str | None:
        """Let a saved card pay an invoice; Stripe's id of the payment, None while it is under way.

        Raises `StripeRefused` where that is final, `ChargeEnded` if it is not due any more and was
        never paid, and a 503 while Stripe does not answer.
        """
        intents = self._client.v1.payment_intents
        try:
            intent = None
            if not request.is_due or _is_old(request.asked_at):
                payments = await intents.list_async({"customer": request.customer, "limit": 100})
                intent = _ours(payments.data, request.invoice_id)
            if intent is None and not request.is_due:
                raise ChargeEnded
            if intent is None:
                first = await intents.create_async(
                    {
                        "amount": request.amount_cents,
                        "currency": "cad",
                        "customer": request.customer,
                        "payment_method": request.method,
                        "description": request.words,
                        "off_session": True,
                        "confirm": True,
                        "metadata": _marked(request.invoice_id),
                    },
                    {"idempotency_key": _charge_key(request)},
                )
                # The same key answers as it did the first time.
                intent = (
                    first if first.status == "succeeded" else await intents.retrieve_async(first.id)
                )
        except (stripe.CardError, stripe.InvalidRequestError) as error:
            raise StripeRefused(error.code or "declined") from error
        except stripe.StripeError as error:
            raise _refused(error) from error
        if intent.status in ("requires_action", "requires_payment_method", "canceled"):
            raise StripeRefused(intent.status)
        return intent.id if intent.status == "succeeded" else None

    async def refund(self, request: RefundRequest) -> None:
        """Send a payment's amount back to its card; raises `StripeRefused` where that is final.

        Raises a 503 while Stripe does not answer as it should.
        """
        refunds = self._client.v1.refunds
        try:
            if _is_old(request.asked_at):
                refunded = await refunds.list_async(
                    {"payment_intent": request.payment, "limit": 100}
                )
                if _ours(refunded.data, request.id) is not None:
                    return
            await refunds.create_async(
                {
                    "payment_intent": request.payment,
                    "amount": request.amount_cents,
                    "metadata": _marked(request.id),
                },
                {"idempotency_key": str(request.id)},
            )
        except stripe.InvalidRequestError as error:
            raise StripeRefused(error.code or "invalid_request") from error
        except stripe.StripeError as error:
            raise _refused(error) from error

    def read(self, body: bytes, signature: str | None) -> tuple[str, CheckoutSession | None]:
        """(the event's type, its page; None: the event is of something else).

        Raises `Invalid` for what is not signed with our secret, or was so long ago.
        """
        try:
            event = self._client.construct_event(body, signature, self._webhook_secret)
            if not event.type.startswith("checkout.session."):
                return event.type, None
            return event.type, msgspec.convert(event.data.object.to_dict(), CheckoutSession)
        except (ValueError, stripe.SignatureVerificationError) as error:
            raise Invalid(
                "This is not signed as Stripe signs.", private=type(error).__name__
            ) from None


def _is_old(asked_at: datetime) -> bool:
    return clock.now() - asked_at > KEYS_KNOWN


def _charge_key(charge: ChargeRequest) -> str:
    """Return the key that makes one payment of a charge sent twice; a new request is another."""
    return f"charge-{charge.invoice_id}-{charge.asked_at:%Y%m%dT%H%M%S}"


def _marked(our_id: UUID) -> dict[str, str]:
    return {_MARK: str(our_id)}


def _ours(objects: Iterable[_Intent], our_id: UUID) -> _Intent | None:
    """The object at Stripe of our id."""
    for one in objects:
        if one.metadata is not None and one.metadata.to_dict().get(_MARK) == str(our_id):
            return one
    return None


def _refused(error: stripe.StripeError) -> AppError:
    # Its message can hold a part of the key.
    _log.error(
        "stripe refused", kind=type(error).__name__, code=error.code, status=error.http_status
    )
    return AppError(
        "Card payments do not work right now. Please try again in a moment, or pay by Interac "
        "e-Transfer.",
        status=503,
        code="PT503",
    )
