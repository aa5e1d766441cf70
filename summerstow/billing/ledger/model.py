"""The ledger: what is owed and why, in entries that are never altered; a correction is an entry.

Whole cents: positive is owed by the customer, negative lessens what is owed. An account is a
customer with all bookings, or a guest's single booking; its balance is the sum of its entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform.webhooks.events import EventKind

EntryKind = Literal[
    "charge", "tax", "discount", "correction", "credit", "payment", "refund", "waiver", "write_off"
]
#: These settle invoices; what is left of them is the account's credit.
CREDITS: Final = ("credit", "payment", "waiver", "write_off")
#: What webhooks tell, by an entry's kind, and of a correction by its code.
EVENTS: Final[dict[str, EventKind]] = {
    "payment": "payment.received",
    "refund": "payment.refunded",
    "payment_reversed": "payment.reversed",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its event, its words and its term (empty where it has none).

    `cause` names the one thing that it is for: a second entry for it is never written. `member_id`:
    it is of a friend's share of the booking's bundle, and so on the friend's account.
    """

    kind: EntryKind
    code: str
    event: str
    words: str
    term: str
    unit_cents: int
    cause: str
    quantity: int = 1
    invoice_id: UUID | None = None
    member_id: UUID | None = None
    bank_reference: str | None = None
    received_on: date | None = None

    @property
    def amount_cents(self) -> int:
        """The entry's part of the balance."""
        return self.quantity * self.unit_cents


class Written(msgspec.Struct, frozen=True):
    """An entry as it is stored; `amount_cents` is its part of the balance."""

    id: UUID
    booking_id: UUID
    member_id: UUID | None
    invoice_id: UUID | None
    kind: EntryKind
    code: str
    event: str
    words: str
    term: str
    quantity: int
    unit_cents: int
    amount_cents: int
    received_on: date | None


class StoredPayment(msgspec.Struct, frozen=True):
    """A payment as it is stored; `amount_cents` is negative. `reversed`: it was taken back.

    `age_seconds`: since it was recorded.
    """

    id: UUID
    booking_id: UUID
    member_id: UUID | None
    invoice_id: UUID | None
    code: str
    words: str
    amount_cents: int
    bank_reference: str
    received_on: date
    reversed: bool
    age_seconds: float


class StatementLine(msgspec.Struct, frozen=True):
    """A line of the ledger, with the account's balance after it.

    `reversed`: a payment that was taken back. `reversible`: the caller may take it back.
    """

    id: UUID
    day: date
    booking_id: UUID
    kind: EntryKind
    code: str
    event: str
    words: str
    term: str
    quantity: int
    unit_cents: int
    amount_cents: int
    balance_cents: int
    invoice_number: str | None
    disputed: bool
    bank_reference: str | None
    reversed: bool
    reversible: bool


class Credit(msgspec.Struct, frozen=True):
    """An entry of which something is left to settle with, in cents."""

    id: UUID
    code: str
    left_cents: int


@dataclass(frozen=True, slots=True)
class Used:
    """A part of a credit that settles an invoice or goes into a refund."""

    credit_id: UUID
    amount_cents: int


class CardRefund(msgspec.Struct, frozen=True):
    """A part of a refund that goes back to the card that paid, or could not."""

    id: UUID
    amount_cents: int
    state: Literal["asked", "done", "failed"]
    asked_at: datetime


class SettledPart(msgspec.Struct, frozen=True):
    """How much of a credit settles an invoice, or went back as a refund."""

    invoice_id: UUID | None
    refund_id: UUID | None
    amount_cents: int


def use_credits(credits_known: list[Credit], cents: int) -> list[Used]:
    """How an amount is settled from these credits, as far as they go."""
    used = []
    for one in credits_known:
        part = min(one.left_cents, cents)
        if part > 0:
            used.append(Used(one.id, part))
            cents -= part
    return used
