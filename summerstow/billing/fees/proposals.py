"""A fee's way: proposed with its evidence, charged or refused, disputed once, decided.

Rules: fee-needs-evidence, disputes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal
from uuid import UUID

from summerstow import facts
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.issue import (
    DUE_DAYS,
    issue_invoice,
    refuse_fee_of_unconfirmed,
    void_invoice,
)
from summerstow.billing.invoices.model import Draft
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.lines import Line
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid

from . import queries
from .amounts import BEFORE_TAX, NAMES, Term, bounds, check
from .queries import FeeProposal
from .visits import VisitedStop

#: How long a customer may dispute a charged fee.
DISPUTE_DAYS: Final = 7
_FAILED: Final[dict[str, Term]] = {"pickup": "missed_pickup", "return": "failed_delivery"}
_SAID: Final = {
    "nobody_there": "Nobody was there.",
    "not_ready": "The items were not ready.",
    "wrong_address": "The address was wrong.",
    "too_much": "There was more than was booked.",
    "refused_goods": "The goods may not be stored.",
}


async def of_failure(
    tx: ElevatedTransaction,
    *,
    visit: VisitedStop,
    booking_id: UUID | None,
    failure: str,
    note: str | None,
    photo_id: UUID | None,
) -> FeeProposal | None:
    """Propose the least fee of its term for a failure by the customer; for ours, or a kit's, none.

    None also without an arrival in time, the wait and a photo (rule: fee-needs-evidence).
    """
    term, text = _FAILED.get(visit.kind), _SAID.get(failure)
    if booking_id is None or term is None or text is None:
        return None
    if photo_id is None or not visit.is_evidence(clock.now()):
        return None
    prices = await price_lists.of_booking(tx, booking_id)
    return await queries.add(
        tx,
        booking_id=booking_id,
        stop_id=visit.stop_id,
        term=term,
        amount_cents=bounds(prices, term).least,
        reason=f"{text} {note}".strip()[:500] if note else text,
        arrived_at=visit.arrived_at,
        photo_id=photo_id,
        now=clock.now(),
    )


async def propose(
    tx: ElevatedTransaction,
    *,
    booking_id: UUID,
    term: Term,
    reason: str,
    amount_cents: int | None,
    stop_id: UUID | None,
    arrived_at: datetime | None,
    photo_id: UUID | None,
) -> FeeProposal:
    """Propose a fee with its evidence; the same stop and term again answers what stands.

    Raises `Invalid` for an amount beyond the term, or without a reason, arrival or photo.
    """
    if not await queries.exists(tx, booking_id):
        raise AppError("There is no such booking.", status=404, code="P0002")
    visits = await queries.visits(tx, booking_id)
    visit = next((one for one in visits if one.stop_id == stop_id), None)
    if stop_id is not None and visit is None:
        raise Invalid("This stop is not one of the booking's.")
    words = " ".join(reason.split())
    if len(words) < 3:
        raise Invalid("Please say why: the customer reads it.")
    if term in _FAILED.values():
        # The crew's own record of its arrival counts, whatever a form says.
        now = clock.now()
        missed = [one for one in visits if _FAILED.get(one.kind) == term and one.is_evidence(now)]
        visit = next((one for one in missed if stop_id in (None, one.stop_id)), None)
        if visit is None:
            raise Invalid(
                "This fee needs an arrival that the crew recorded in the window, and a wait of "
                f"{facts.booking().door_wait_minutes} minutes if nobody was there."
            )
        stop_id, arrived_at = visit.stop_id, visit.arrived_at
    elif arrived_at is None and visit is not None:
        arrived_at = visit.arrived_at
    if arrived_at is None or photo_id is None:
        raise Invalid("A fee needs the time of arrival and a photo.")
    prices = await price_lists.of_booking(tx, booking_id)
    cents = bounds(prices, term).least if amount_cents is None else amount_cents
    check(prices, term, cents)
    proposal = await queries.add(
        tx,
        booking_id=booking_id,
        stop_id=stop_id,
        term=term,
        amount_cents=cents,
        reason=words,
        arrived_at=clock.put_right(arrived_at, timedelta(), clock.now()),
        photo_id=photo_id,
        now=clock.now(),
    )
    if proposal is None:
        assert stop_id is not None
        proposal = await queries.of_stop(tx, stop_id, term)
        assert proposal is not None
    return proposal


async def charge(
    tx: ElevatedTransaction, proposal_id: UUID, amount_cents: int, words: str
) -> FeeProposal:
    """Invoice a proposed fee. The same again changes nothing.

    Raises `Conflict` where it was decided otherwise, `Invalid` for an amount beyond the term or
    where its photo or arrival is missing.
    """
    one = await _held(tx, proposal_id)
    if one.state == "charged" and one.amount_cents == amount_cents:
        return one
    _expect(one, "proposed")
    await _check_evidence(tx, one)
    await refuse_fee_of_unconfirmed(tx, one.booking_id)
    prices = await price_lists.of_booking(tx, one.booking_id)
    rule = check(prices, one.term, amount_cents).rule
    assert one.arrived_at is not None
    arrived = clock.campus_time(one.arrived_at)
    name = NAMES[one.term]
    text = " ".join(words.split())
    why = f"{name}: {one.reason} {text}".strip()
    invoice_id = await issue_invoice(
        tx,
        one.booking_id,
        Draft(
            cause=f"fee-proposal:{one.id}",
            kind="fee",
            words=name,
            event=f"Our crew was there on {clock.day_in_words(arrived.date())} "
            f"at {arrived:%-I:%M %p}",
            lines=[Line(one.term, why[:500], rule, "pickup", 1, amount_cents, amount_cents, None)],
            tax=terms.tax_on(clock.today()) if one.term in BEFORE_TAX else None,
        ),
    )
    assert invoice_id is not None
    return await queries.change(
        tx,
        one.id,
        state="charged",
        amount_cents=amount_cents,
        charge_words=text or None,
        charged_at=clock.now(),
        invoice_id=invoice_id,
    )


async def _check_evidence(tx: ElevatedTransaction, one: FeeProposal) -> None:
    """Raise `Invalid` without an arrival on the visit's day and a photo of it by the crew."""
    if one.arrived_at is None or one.photo_id is None:
        raise Invalid("This fee has no photo. Without one it cannot be charged.")
    days = {
        visit.date
        for visit in await queries.visits(tx, one.booking_id)
        if one.stop_id in (None, visit.stop_id)
    }
    if clock.campus_time(one.arrived_at).date() not in days:
        raise Invalid("The arrival is not on the day of a visit. This fee cannot be charged.")
    if not await queries.has_evidence(tx, one):
        raise Invalid(
            "The photo of this visit has not arrived, or is not the crew's. Without it the fee "
            "cannot be charged."
        )


async def refuse(tx: ElevatedTransaction, proposal_id: UUID, words: str) -> FeeProposal:
    """Do not charge a proposed fee."""
    one = await _held(tx, proposal_id)
    if one.state == "refused":
        return one
    _expect(one, "proposed")
    return await queries.change(
        tx, one.id, state="refused", decision_words=words.strip(), decided_at=clock.now()
    )


async def dispute(tx: ElevatedTransaction, proposal_id: UUID, words: str) -> FeeProposal:
    """Dispute a charged fee of one's own, once and within seven days; it is frozen then.

    Raises 404 for somebody else's, `Conflict` where it was disputed before or is too old.
    """
    one = await queries.hold(tx, proposal_id)
    own = one is not None and await queries.owner(tx, one.booking_id) == tx.actor.user_id
    if one is None or not own or one.state in ("proposed", "refused"):
        raise AppError("You have no such fee.", status=404, code="P0002")
    if one.state == "disputed":
        return one
    if one.disputed_at is not None:
        raise Conflict("This fee was disputed before, and we decided.")
    assert one.charged_at is not None
    if one.state != "charged" or clock.now() > one.charged_at + timedelta(days=DISPUTE_DAYS):
        raise Conflict(
            f"A fee can be disputed within {DISPUTE_DAYS} days. "
            f"Please {published.business().reach_us}."
        )
    text = words.strip()
    if len(text) < 3:
        raise Invalid("Please tell us what is not right.")
    now = clock.now()
    assert one.invoice_id is not None
    await hold_account(tx, one.booking_id)
    await queries.freeze(tx, one.invoice_id, now)
    return await queries.change(tx, one.id, state="disputed", dispute_words=text, disputed_at=now)


async def decide(
    tx: ElevatedTransaction, proposal_id: UUID, decision: Literal["uphold", "drop"], words: str
) -> FeeProposal:
    """Uphold a disputed fee, which is due anew, or drop it, which takes its invoice back."""
    one = await _held(tx, proposal_id)
    wanted: queries.State = "upheld" if decision == "uphold" else "dropped"
    if one.state == wanted:
        return one
    _expect(one, "disputed")
    text = words.strip()
    if len(text) < 3:
        raise Invalid("Please say why: the customer reads it.")
    assert one.invoice_id is not None
    await hold_account(tx, one.booking_id)
    await queries.freeze(tx, one.invoice_id, None)
    due = None
    if decision == "uphold":
        due = clock.today() + timedelta(days=DUE_DAYS)
    else:
        invoice = await invoice_queries.one(tx, one.invoice_id)
        if invoice is not None and invoice.voided_at is None:
            await void_invoice(tx, invoice, "You disputed this fee, and we dropped it.")
    return await queries.change(
        tx,
        one.id,
        state=wanted,
        decision_words=text,
        decided_at=clock.now(),
        due_on=due,
    )


async def _held(tx: ElevatedTransaction, proposal_id: UUID) -> FeeProposal:
    one = await queries.hold(tx, proposal_id)
    if one is None:
        raise AppError("There is no such fee.", status=404, code="P0002")
    return one


def _expect(one: FeeProposal, state: queries.State) -> None:
    if one.state != state:
        raise Conflict(f"Somebody decided this a moment ago: it is {one.state} now.")
