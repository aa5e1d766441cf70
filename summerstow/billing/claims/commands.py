"""`file_claim`, `decide_claim` and `claims_to_decide` (rules: claims, claim-caps)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices.issue import settle_open_invoices
from summerstow.billing.ledger import queries as ledger
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.ledger.model import Entry
from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing.terms import Insurance, dollars
from summerstow.bookings import authorization
from summerstow.messages import service as messages
from summerstow.platform import clock, published
from summerstow.platform.commands import WORDS, Command, OneOrAll
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Forbidden, Invalid
from summerstow.platform.files.pictures.service import attach
from summerstow.platform.roles import CUSTOMERS, EXECUTIVES, OFFICE
from summerstow.platform.webhooks import events as webhooks

from . import payout, queries
from .model import Claim, ClaimState, ClaimToDecide, Decision, HeldClaim, ItemToClaim, What

#: What the office may give without protection, with a reason.
GOODWILL_CENTS: Final = 10_000
#: Above this an executive decides.
OFFICE_CENTS: Final = 25_000
_STATES: Final[dict[Decision, ClaimState]] = {
    "accept": "accepted",
    "reduce": "reduced",
    "refuse": "refused",
}


class FileClaim(msgspec.Struct, forbid_unknown_fields=True):
    """What happened to an item of the caller's; `photo_ids` are uploads of theirs."""

    item_id: UUID
    what: What
    words: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=2000)]
    amount_cents: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    photo_ids: Annotated[list[UUID], msgspec.Meta(max_length=6)] = []


class DecideClaim(msgspec.Struct, forbid_unknown_fields=True):
    """`cents` is what is given: without it all that was asked for and may be given (accept)."""

    id: UUID
    decision: Decision
    words: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=500)]
    cents: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None


async def file_claim(tx: ElevatedTransaction, arguments: FileClaim) -> Claim:
    """File a claim for an item that came back, or that is missing.

    Raises 404 for an item of another's, `Invalid` (400) too late or before its delivery, `Conflict`
    while one waits.
    """
    words = arguments.words.strip()
    if len(words) < 3:
        raise Invalid("Please say what happened.")
    user_id = tx.actor.user_id
    assert user_id is not None
    now = clock.now()
    await queries.hold_customer(tx, user_id)
    item = await queries.hold_item(tx, arguments.item_id)
    if item is None or item.user_id != user_id:
        raise AppError("You have no such item.", status=404, code="P0002")
    if await queries.find_open_claim(tx, item.id) is not None:
        raise Conflict("We have your claim for this item already. We will answer it.")
    rule = (await price_lists.of_booking(tx, item.booking_id)).terms.insurance
    _check_deadline(item, rule, now)
    for one in dict.fromkeys(arguments.photo_ids):
        await attach(tx, one, "claim", to=user_id)
    claim = await queries.insert_claim(
        tx,
        item,
        what=arguments.what,
        words=words,
        amount_cents=arguments.amount_cents,
        photo_ids=list(dict.fromkeys(arguments.photo_ids)),
        cap_cents=await _remaining_cap(tx, item, rule, user_id, now),
        now=now,
    )
    await webhooks.tell(tx, "claim.filed", claim.event(item.booking_id))
    return claim


async def claims_to_decide(tx: ElevatedTransaction, arguments: OneOrAll) -> list[ClaimToDecide]:
    """Claims that wait, the earliest first, with what is known of their items."""
    return await queries.list_open_claims(tx, arguments.id)


async def decide_claim(tx: ElevatedTransaction, arguments: DecideClaim) -> Claim:
    """Answer a claim, once; what is given is a credit line, which settles what is owed.

    Raises 404 for no such claim, `Conflict` where it was decided, `Forbidden` above what the
    office may give, `Invalid` above the cap.
    """
    words = " ".join(arguments.words.split())
    if len(words) < 3:
        raise Invalid("Please say why: the customer reads it.")
    row = await queries.hold_claim(tx, arguments.id)
    if row is None:
        raise AppError("There is no such claim.", status=404, code="P0002")
    claim, user_id = row.claim, row.user_id
    if claim.state != "open":
        raise Conflict("Somebody decided this a moment ago.")
    if user_id is not None:
        await queries.hold_customer(tx, user_id)
    cents = await _check_amount(tx, claim, user_id, arguments)
    now = clock.now()
    decided = await queries.store_decision(
        tx, claim.id, state=_STATES[arguments.decision], cents=cents, words=words, now=now
    )
    if cents > 0:
        account = await hold_account(tx, row.booking_id, row.member_id)
        await ledger.write(
            tx,
            row.booking_id,
            clock.today(),
            Entry(
                "credit",
                "claim",
                f"Claim decided on {clock.day_in_words(clock.today())}",
                f"Claim for an item: {words}"[:500],
                "Protection pays up to the declared value; beyond it is goodwill.",
                -cents,
                f"claim:{claim.id}",
                member_id=row.member_id,
            ),
        )
        await settle_open_invoices(tx, account)
    if user_id is not None:
        await _send_decision(tx, row, decided)
    await webhooks.tell(tx, "claim.decided", decided.event(row.booking_id))
    return decided


COMMANDS: Final[tuple[Command, ...]] = (
    Command("file_claim", FileClaim, file_claim, CUSTOMERS, elevated=True),
    Command("decide_claim", DecideClaim, decide_claim, OFFICE, elevated=True),
    Command(
        "claims_to_decide",
        OneOrAll,
        claims_to_decide,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    *payout.COMMANDS,
)


async def _check_amount(
    tx: ElevatedTransaction, claim: Claim, user_id: UUID | None, arguments: DecideClaim
) -> int:
    cap = claim.cap_cents
    item = await queries.hold_item(tx, claim.item_id)
    if item is not None and user_id is not None:
        rule = (await price_lists.of_booking(tx, item.booking_id)).terms.insurance
        # Another claim of theirs may have been paid since.
        cap = min(cap, await _remaining_cap(tx, item, rule, user_id, claim.filed_at))
    if arguments.decision == "refuse":
        if arguments.cents:
            raise Invalid("A refused claim gives nothing.")
        return 0
    all_of_it = min(claim.amount_cents, cap)
    cents = all_of_it if arguments.cents is None else arguments.cents
    if cents == 0:
        raise Invalid("There is no protection to pay from. Give goodwill, or refuse it.")
    if cents > claim.amount_cents:
        raise Invalid(f"They asked for {dollars(claim.amount_cents)}.")
    if arguments.decision == "reduce" and cents == claim.amount_cents:
        raise Invalid("This is all that they asked for: accept it.")
    most = max(cap, GOODWILL_CENTS)
    if cents > most:
        raise Invalid(
            f"Protection pays at most {dollars(cap)} here, and goodwill {dollars(GOODWILL_CENTS)}."
        )
    if cents > OFFICE_CENTS and tx.actor.role not in EXECUTIVES:
        raise Forbidden(f"An executive decides above {dollars(OFFICE_CENTS)}.")
    return cents


def _check_deadline(item: ItemToClaim, rule: Insurance, now: datetime) -> None:
    reach_us = published.business().reach_us
    if item.delivered_at is None:
        if item.state != "missing":
            raise Invalid(f"This item was not delivered yet. If something is wrong, {reach_us}.")
        return
    if now > item.delivered_at + timedelta(hours=rule.claim_hours):
        raise Invalid(
            f"A claim can be filed within {rule.claim_hours} hours of the delivery. "
            f"Please {reach_us}."
        )


async def _remaining_cap(
    tx: ElevatedTransaction, item: ItemToClaim, rule: Insurance, user_id: UUID, at: datetime
) -> int:
    this_year = clock.campus_time(at).replace(
        month=1, day=1, hour=0, minute=0, second=0, microsecond=0
    )
    left = rule.max_customer_cents - await queries.sum_decided_cents(tx, user_id, this_year)
    return max(0, min(item.declared_value_cents, rule.max_item_cents, left))


async def _send_decision(tx: ElevatedTransaction, of: HeldClaim, claim: Claim) -> None:
    booking = await authorization.locked(tx, of.booking_id)
    cause, kind = f"claim_decided:{claim.id}", "claim_decided"
    data = {
        "first_name": booking.first_name or booking.guest_first_name,
        "amount": dollars(claim.decided_cents) if claim.decided_cents else None,
        "reason": claim.decision_words,
        "link": "/customer-dashboard",
    }
    if of.member_id is None:
        await messages.tell(tx, booking.row, cause=cause, kind=kind, with_calendar=False, data=data)
    elif of.email is not None:
        data["first_name"] = messages.greeting(of.full_name)
        await messages.tell_account(tx, of.user_id, cause=cause, kind=kind, to=of.email, data=data)
