"""A page of Stripe Checkout, and a refund to a card, as they are handed to Stripe."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.errors import Conflict

#: A page that is requested again within this time is the same page.
SAME_PAGE: Final = timedelta(minutes=25)
#: A page cannot be paid after this; Stripe takes no less than half an hour.
OPEN_FOR: Final = timedelta(minutes=60)
#: Within this time Stripe surely knows an idempotency key.
KEYS_KNOWN: Final = timedelta(hours=12)
#: Stripe takes no smaller payment in Canadian dollars.
LEAST_CENTS: Final = 50


class CheckoutSession(msgspec.Struct, frozen=True):
    """A page as Stripe reports it; `client_reference_id` is our own id of it, if it is ours."""

    id: str
    client_reference_id: str | None = None
    payment_status: str = ""
    currency: str | None = None
    amount_total: int | None = None
    payment_intent: str | None = None


class StoredCheckout(msgspec.Struct, frozen=True):
    """A page as it is stored; `session_id` is Stripe's id, once it was opened."""

    id: UUID
    invoice_id: UUID
    state: str
    session_id: str | None
    amount_cents: int
    back: str
    saves: bool
    asked_at: datetime
    booking_id: UUID
    member_id: UUID | None


class CheckoutPage(msgspec.Struct, frozen=True):
    """A page to be opened. Each time it is requested, all of it is the same.

    `expires_at` in seconds since 1970; `replaces`: Stripe's ids of earlier pages to be closed;
    `back`: the path of the site that the page returns to; `saves`: the card is kept for the
    following invoices.
    """

    checkout_id: UUID
    invoice_id: UUID
    amount_cents: int
    words: str
    back: str
    saves: bool
    expires_at: int
    replaces: list[str]


class CardOnFile(msgspec.Struct, frozen=True):
    """A card that Stripe keeps: its names of the payer and of the card, and the card in words."""

    customer: str
    method: str
    label: str


class ChargeRequest(msgspec.Struct, frozen=True):
    """An invoice that a saved card is to pay.

    `is_due`: the payer still agrees, and the amount is still owed. `asked_at`: since when; Stripe
    forgets its idempotency keys after a day.
    """

    invoice_id: UUID
    customer: str
    method: str
    amount_cents: int
    words: str
    is_due: bool
    asked_at: datetime


class RefundRequest(msgspec.Struct, frozen=True):
    """A refund that Stripe may not know; `payment` is Stripe's name of what was paid."""

    id: UUID
    payment: str
    amount_cents: int
    asked_at: datetime


class ChargeEnded(Exception):
    """The invoice is not owed so any more, or its payer agrees no longer."""


class StripeRefused(Exception):
    """Stripe refuses a charge or a refund for good; the message says why."""


def being_confirmed() -> Conflict:
    """Somebody has paid, and the bank has the last word."""
    return Conflict(
        "A card payment for this invoice is being confirmed. It appears here by itself."
    )
