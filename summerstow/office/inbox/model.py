"""What needs a person, as the inbox lists it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, Literal, get_args
from uuid import UUID

import msgspec

from summerstow.platform.roles import EXECUTIVES, OFFICE, Role

#: `count`, `stop`, `scan`: cases of a pickup's count, of another event of a stop, of an item.
#: `claim_credit`: credit of a claim that settled no invoice. `date_change`: another pickup that a
#: customer asks for.
Kind = Literal[
    "count",
    "stop",
    "scan",
    "conversation",
    "claim",
    "claim_credit",
    "fee",
    "dispute",
    "quote",
    "price_match",
    "date_change",
    "unpaid",
    "transfer",
    "failed_message",
    "stocktake",
]
#: `todo`: what the caller may decide, sleeps not, and is no one's or the caller's.
Show = Literal["todo", "mine", "unowned", "all", "snoozed"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
#: What a worker sees of it: what they recorded.
RECORDED: Final[tuple[Kind, ...]] = ("count", "stop", "scan")
_EXECUTIVES_DECIDE: Final[frozenset[Kind]] = frozenset({"dispute", "claim_credit"})


def kinds_seen_by(role: Role) -> tuple[Kind, ...]:
    """Return the kinds that a role sees."""
    return KINDS if role in OFFICE else RECORDED


def kinds_decided_by(role: Role) -> list[Kind]:
    """Return the kinds that a role decides (rules: disputes, claim-caps)."""
    if role not in OFFICE:
        return []
    return [one for one in KINDS if role in EXECUTIVES or one not in _EXECUTIVES_DECIDE]


class InboxFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which items are listed."""

    show: Show | Literal["any"]
    kind: Kind | None
    id: str | None
    campus_id: int | None
    overdue: bool
    offset: int


class ItemFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What an item's words are made of; each kind has some of these."""

    reason: str = ""
    words: str | None = None
    cents: int = 0
    about: str = ""
    day: date | None = None
    time: str | None = None
    error: str | None = None
    owner_name: str | None = None
    owner_booking_id: UUID | None = None


class OpenItem(msgspec.Struct, frozen=True, kw_only=True):
    """An open item as the database lists it."""

    kind: Kind
    id: str
    facts: ItemFacts
    name: str
    customer_id: str | None
    booking_id: UUID | None
    invoice_id: UUID | None
    campus_id: int | None
    opened_at: datetime
    due_at: datetime | None
    overdue: bool
    owner_id: UUID | None
    owner_name: str | None
    snoozed_until: date | None
    may_decide: bool


class InboxItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that needs a person.

    `words` say what it is about. `due_at`: until when an answer is promised, None without a
    promise. `may_decide`: the caller's role decides it.
    """

    kind: Kind
    id: str
    words: str
    name: str
    customer_id: str | None
    booking_id: UUID | None
    invoice_id: UUID | None
    campus_id: int | None
    opened_at: datetime
    due_at: datetime | None
    overdue: bool
    owner_id: UUID | None
    owner_name: str | None
    snoozed_until: date | None
    may_decide: bool


class InboxCounts(msgspec.Struct, frozen=True):
    """How many items each choice lists under the other filters."""

    todo: int
    mine: int
    unowned: int
    all: int
    snoozed: int


class Colleague(msgspec.Struct, frozen=True):
    """A member of the office."""

    id: UUID
    name: str


class Inbox(msgspec.Struct, frozen=True):
    """A page of items by the time they are due, then the oldest first; `office` may take them."""

    counts: InboxCounts
    rows: list[InboxItem]
    office: list[Colleague]


class Mark(msgspec.Struct, frozen=True):
    """Whose an item is, and until when it sleeps."""

    owner_id: UUID | None
    owner_name: str | None
    snoozed_until: date | None
