"""`POST /rest/v1/rpc/…` about fees with evidence."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.billing.pricing import price_lists
from summerstow.platform.commands import Command, OneOrAll
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import CREW, CUSTOMERS, EXECUTIVES, OFFICE

from . import proposals, queries
from .amounts import NAMES, Term, bounds
from .queries import FeeProposal, WaitingFee

_Words = Annotated[str, msgspec.Meta(max_length=2000)]
_Short = Annotated[str, msgspec.Meta(max_length=300)]
_Cents = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class ProposeFee(msgspec.Struct, forbid_unknown_fields=True):
    """A booking's fee: why, when the crew arrived, and the photo; the least without an amount."""

    booking_id: UUID
    term: Term
    reason: Annotated[str, msgspec.Meta(max_length=500)]
    amount_cents: _Cents | None = None
    stop_id: UUID | None = None
    arrived_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    photo_id: UUID | None = None


class FeesOfBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking."""

    booking_id: UUID


class ChargeFee(msgspec.Struct, forbid_unknown_fields=True):
    """A proposed fee, the amount within its term, and what the customer reads beside the reason."""

    id: UUID
    amount_cents: _Cents
    words: _Short = ""


class RefuseFee(msgspec.Struct, forbid_unknown_fields=True):
    """A proposed fee that is not charged, and why."""

    id: UUID
    words: _Short


class DisputeFee(msgspec.Struct, forbid_unknown_fields=True):
    """A charged fee of one's own, and what is not right."""

    id: UUID
    words: _Words


class DecideDispute(msgspec.Struct, forbid_unknown_fields=True):
    """A disputed fee: `uphold` or `drop`, and why."""

    id: UUID
    decision: Literal["uphold", "drop"]
    words: _Words


class FeeOfTerm(msgspec.Struct, frozen=True):
    """What a term allows for a booking, in cents, and what it says."""

    term: Term
    name: str
    least_cents: int
    most_cents: int
    rule: str


class WaitingFees(msgspec.Struct, frozen=True):
    """What the office charges or not, and what an executive decides."""

    proposed: list[WaitingFee]
    disputed: list[WaitingFee]


async def propose_fee(tx: ElevatedTransaction, arguments: ProposeFee) -> FeeProposal:
    """A fee with its evidence, for the office to charge or not."""
    return await proposals.propose(
        tx,
        booking_id=arguments.booking_id,
        term=arguments.term,
        reason=arguments.reason,
        amount_cents=arguments.amount_cents,
        stop_id=arguments.stop_id,
        arrived_at=arguments.arrived_at,
        photo_id=arguments.photo_id,
    )


async def fees_of_terms(tx: ElevatedTransaction, arguments: FeesOfBooking) -> list[FeeOfTerm]:
    """What each term allows under the price list that the booking was made under."""
    if not await queries.exists(tx, arguments.booking_id):
        raise AppError("There is no such booking.", status=404, code="P0002")
    prices = await price_lists.of_booking(tx, arguments.booking_id)
    ranges = [(term, bounds(prices, term)) for term in NAMES]
    return [FeeOfTerm(term, NAMES[term], one.least, one.most, one.rule) for term, one in ranges]


async def charge_fee(tx: ElevatedTransaction, arguments: ChargeFee) -> FeeProposal:
    """Invoice a proposed fee."""
    return await proposals.charge(tx, arguments.id, arguments.amount_cents, arguments.words)


async def refuse_fee(tx: ElevatedTransaction, arguments: RefuseFee) -> FeeProposal:
    """Let a proposed fee go."""
    return await proposals.refuse(tx, arguments.id, arguments.words)


async def dispute_fee(tx: ElevatedTransaction, arguments: DisputeFee) -> FeeProposal:
    """A fee of one's own is frozen until an executive decides."""
    return await proposals.dispute(tx, arguments.id, arguments.words)


async def decide_dispute(tx: ElevatedTransaction, arguments: DecideDispute) -> FeeProposal:
    """An executive's decision, with words for the customer."""
    return await proposals.decide(tx, arguments.id, arguments.decision, arguments.words)


async def fees_waiting(tx: ElevatedTransaction, arguments: OneOrAll) -> WaitingFees:
    """What waits for the office, the oldest first."""
    return WaitingFees(
        await queries.waiting(tx, ["proposed"], arguments.id),
        await queries.waiting(tx, ["disputed"], arguments.id),
    )


COMMANDS: Final = (
    Command("propose_fee", ProposeFee, propose_fee, CREW, elevated=True),
    Command("fees_of_terms", FeesOfBooking, fees_of_terms, CREW, read_only=True, elevated=True),
    Command("charge_fee", ChargeFee, charge_fee, OFFICE, elevated=True),
    Command("refuse_fee", RefuseFee, refuse_fee, OFFICE, elevated=True),
    Command("dispute_fee", DisputeFee, dispute_fee, CUSTOMERS, elevated=True),
    Command("decide_dispute", DecideDispute, decide_dispute, EXECUTIVES, elevated=True),
    Command(
        "fees_waiting",
        OneOrAll,
        fees_waiting,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
)
