"""What an invoice is made of, what it is called, and what it is on a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.billing.pricing.lines import Line
from summerstow.billing.pricing.plans import Kind
from summerstow.platform.documents.taxes import Tax

State = Literal["open", "paid", "overdue", "void", "disputed"]


@dataclass(frozen=True, slots=True)
class Draft:
    """An invoice to be issued. `cause` makes it once; `event` is what its lines are for.

    `tax` is what is added; None: the lines are what is paid, today's tax included.
    `member_id`: it is for a friend who shares the bundle; `tax_cents` is then the share's tax.
    """

    cause: str
    kind: Literal["storage", "kit", "fee"]
    words: str
    event: str
    lines: Sequence[Line]
    tax: Tax | None
    has_tax: bool = True
    period: tuple[date, date] | None = None
    member_id: UUID | None = None
    tax_cents: int | None = None


class IssuedInvoice(msgspec.Struct, frozen=True):
    """An issued invoice; `total_cents` was to be paid when it was issued, `owed_cents` is now.

    `payer_id`: the account that pays it; none for a guest's. `gross_cents` is what it comes to
    before any deposit or credit settled it.
    """

    id: UUID
    number: str
    reference: str
    booking_id: UUID
    member_id: UUID | None
    payer_id: UUID | None
    words: str
    issued_on: date
    due_on: date
    period_from: date | None
    period_to: date | None
    subtotal_cents: int
    tax_name: str
    tax_basis_points: int
    tax_cents: int
    tax_included_cents: int
    deposit_cents: int
    credit_cents: int
    total_cents: int
    gross_cents: int
    owed_cents: int
    voided_at: datetime | None
    disputed_at: datetime | None = None

    def state(self, today: date) -> State:
        """What it is on a day."""
        disputed = self.disputed_at is not None
        return invoice_state(
            self.voided_at is not None, self.owed_cents, self.due_on, today, disputed=disputed
        )


class Payer(msgspec.Struct, frozen=True):
    """Whom an invoice is made out to; the name may be gone with its account."""

    name: str
    customer_id: str | None
    university: str
    campus: str


class ExpectedItems(msgspec.Struct, frozen=True):
    """What a customer says of the items: their number, what is heavy, their value in cents.

    `items` are those that are expected, of which so many are `listed`. `pricing`: the plan that was
    chosen, which so many `people` share. Of a booking that was cancelled nothing is said.
    """

    items: int
    heavy_boxes: int
    heavy_items: int
    declared: int
    pricing: Kind
    people: int
    listed: int
    listed_cents: int


class FriendItems(msgspec.Struct, frozen=True):
    """What the items of a friend who shares a bundle cost beside the share, as counts and cents."""

    member_id: UUID
    heavy_boxes: int
    heavy_items: int
    declared_value_cents: int


class StorageRow(msgspec.Struct, frozen=True):
    """How a booking's storage is invoiced, as it is stored.

    `asked` is a quote request as JSON, `friends_asked` a list of `FriendItems`.
    """

    booking_id: UUID
    pickup_day: date
    asked: str
    friends_asked: str
    months_invoiced: int
    referral_cents: int
    series: int
    round: int
    returned_on: date | None
    stored_until: date | None
    return_delivery_date: date | None
    delivery_option: str | None


class _Told(msgspec.Struct, frozen=True):
    """What a customer is told of, and who it is; `user_id` is None for a guest.

    `to_payer`: the message goes to another address, which the booking names for its invoices.
    """

    id: UUID
    invoice_id: UUID
    number: str
    booking_id: UUID
    user_id: UUID | None
    email: str
    to_payer: bool
    first_name: str | None
    payer_first_name: str | None


class NewInvoice(_Told, frozen=True):
    """An invoice that its customer has not been told of."""

    reference: str
    words: str
    due_on: date
    total_cents: int
    saved_card: str | None


class DeclinedCard(_Told, frozen=True):
    """An invoice that a saved card was to pay, and did not; `card` in words."""

    amount_cents: int
    card: str | None


class VoidInvoice(_Told, frozen=True):
    """An invoice that was mailed and is void since; `credit_cents` had settled it before."""

    words: str
    total_cents: int
    void_reason: str
    credit_cents: int


class NewPayment(_Told, frozen=True):
    """A payment that its customer has not been told of; `amount_cents` is negative."""

    amount_cents: int


class ReversedPayment(NewPayment, frozen=True):
    """A payment that was mailed and was taken back since; `words` say why."""

    words: str


def invoice_state(
    voided: bool, owed_cents: int, due_on: date, today: date, *, disputed: bool
) -> State:
    """What an invoice is today; a disputed one is not due (rule: disputes)."""
    if voided:
        return "void"
    if disputed:
        return "disputed"
    if owed_cents == 0:
        return "paid"
    return "overdue" if due_on < today else "open"


def reference_code(reference: str) -> str:
    """The code as it was stored, from how it stands in a message: blanks, dashes, small letters."""
    return re.sub(r"[^A-Z0-9]", "", reference.upper())
