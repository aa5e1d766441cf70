"""`claims_to_pay` and `pay_out_claim`: pay out credit of a claim that settled no invoice."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.billing.ledger import queries as ledger
from summerstow.billing.ledger.accounts import credits_left, hold_account
from summerstow.billing.ledger.model import Entry, Used
from summerstow.billing.pricing.terms import dollars
from summerstow.platform import clock
from summerstow.platform.commands import Command, OneOrAll
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.roles import EXECUTIVES, OFFICE
from summerstow.platform.webhooks import events as webhooks

from . import queries
from .model import Claim, ClaimToPay


class LeftOfCredit(msgspec.Struct, frozen=True):
    """What is left of a claim's credit now."""

    left_cents: int


class PayOutClaim(msgspec.Struct, forbid_unknown_fields=True):
    """A decided claim, and what of its credit was left on the screen."""

    id: UUID
    expected_cents: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


async def claims_to_pay(tx: ElevatedTransaction, arguments: OneOrAll) -> list[ClaimToPay]:
    """Claims whose credit settled nothing, or not all of it."""
    return await queries.list_claims_to_pay(tx, arguments.id)


async def pay_out_claim(tx: ElevatedTransaction, arguments: PayOutClaim) -> Claim:
    """Pay out what is left of a claim's credit, once; the same again changes nothing.

    Raises 404 for no such claim, `Conflict` with the `LeftOfCredit` where it is not as expected:
    an invoice may have been settled with it since.
    """
    row = await queries.hold_claim(tx, arguments.id)
    if row is None:
        raise AppError("There is no such claim.", status=404, code="P0002")
    claim, booking_id = row.claim, row.booking_id
    if claim.paid_out_at is not None:
        return claim
    account = await hold_account(tx, booking_id, row.member_id)
    credit = await ledger.by_cause(tx, f"claim:{claim.id}")
    known = await credits_left(tx, account)
    left = next((one.left_cents for one in known if credit and one.id == credit.id), 0)
    if credit is None or left != arguments.expected_cents:
        raise Conflict(
            f"{dollars(left)} of this claim's credit is left now. Nothing was paid out.",
            facts=LeftOfCredit(left),
        )
    entry_id = await ledger.write(
        tx,
        booking_id,
        clock.today(),
        Entry(
            "refund",
            "claim_payout",
            f"Paid out on {clock.day_in_words(clock.today())}",
            "Your claim for an item, paid out to you",
            "",
            left,
            f"claim-payout:{claim.id}",
            member_id=row.member_id,
        ),
    )
    assert entry_id is not None
    await ledger.pay_back(tx, [Used(credit.id, left)], entry_id)
    paid = await queries.store_payout(tx, claim.id, left, clock.now())
    await webhooks.tell(tx, "claim.paid_out", paid.event(booking_id))
    return paid


COMMANDS: Final = (
    Command(
        "claims_to_pay",
        OneOrAll,
        claims_to_pay,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "pay_out_claim", PayOutClaim, pay_out_claim, EXECUTIVES, recent_factor=True, elevated=True
    ),
)
