"""Referral: a credit for the next booking for each friend whose first booking reaches picked_up.

The code is the customer id; one credit a friend; not oneself, which is the same account, address or
phone. It is worth what the price list of the friend's booking said.
"""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.pricing import price_lists, season
from summerstow.billing.pricing.plans import plan_for
from summerstow.kit import clock
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.tables import Row

from . import queries, rules


class Referrals(msgspec.Struct, frozen=True):
    """One's own referrals as counts: nothing of the friends is shown, not even a name.

    `credit_cents` is what a friend who books now is worth. `waiting` have booked and are not
    picked up yet; of the `earned` credits some are `used`.
    """

    code: str
    link: str
    credit_cents: int
    waiting: int
    earned: int
    used: int
    left_cents: int


async def referrals_of(tx: ElevatedTransaction, user_id: UUID, site_url: str) -> Referrals:
    """The account's referrals."""
    code = await queries.code_of(tx, user_id) or ""
    each = (await price_lists.current(tx)).pricing.referral_credit_cents
    row = await queries.counts(tx, user_id, code)
    return Referrals(
        code=code,
        link=f"{site_url}/book?ref={code}",
        credit_cents=each,
        waiting=row.waiting,
        earned=row.earned,
        used=row.used,
        left_cents=row.left_cents,
    )


async def status_changed(tx: ElevatedTransaction, booking: Row, old: str, new: str) -> None:
    """A booking's status changed: a friend's earns a credit, one that ends gives back what is left.

    A pickup that was none takes its credit back, and frees those that it had used.
    """
    booking_id = UUID(booking["id"])
    if new in rules.REACHED and old not in rules.REACHED:
        await _earn(tx, booking)
    elif old in rules.REACHED and new not in rules.REACHED:
        await queries.take_back(tx, booking_id)
        await queries.release(tx, booking_id)
    if new in ("delivered", "completed") and old not in ("delivered", "completed"):
        left = await queries.left_over(tx, booking_id)
        if left:
            freed = await queries.release(tx, booking_id, left)
            await queries.use_less(tx, booking_id, freed)


async def take(tx: ElevatedTransaction, booking_id: UUID, items: int, on: date) -> int:
    """What its customer's credits come to that a booking uses when it is first counted, in cents.

    No more than its season costs: the rest waits for the next booking.
    """
    row = await queries.lessened(tx, booking_id)
    if row is None or row.user_id is None or row.begun or not row.any_credits or not items:
        return 0
    back = max(row.return_delivery_date or season.next_free_return(on)[0], on)
    people = len(await invoice_queries.members(tx, booking_id)) + 1
    prices = await price_lists.of_booking(tx, booking_id)
    charged = plan_for(prices, items).monthly_cents // people * season.months(on, back)
    return await queries.use(tx, booking_id, row.user_id, charged)


async def booking_replaced(tx: ElevatedTransaction, old: UUID, new: UUID) -> None:
    """A later booking replaces this one: its referral code goes on to it."""
    await queries.hand_over(tx, old, new)


async def _earn(tx: ElevatedTransaction, booking: Row) -> None:
    code = rules.referral_code(booking["referral_code"])
    referrer = await queries.referrer(tx, code) if code else None
    if referrer is None:
        return
    friend_id = UUID(booking["user_id"]) if booking["user_id"] else None
    emails = [booking["email"], booking["guest_email"]]
    phones = [booking["phone"], booking["guest_phone"]]
    account = await queries.account_of(tx, friend_id) if friend_id else None
    if account is not None:
        emails += account.emails
        phones += account.phones
    friend = rules.known_by(friend_id, emails, phones)
    own = await queries.account_of(tx, referrer)
    if own is None or friend & rules.known_by(referrer, own.emails, own.phones):
        return
    booking_id = UUID(booking["id"])
    addresses = [one.lower() for one in emails if one]
    if await queries.booked_before(tx, booking_id, friend_id, addresses):
        return
    prices = await price_lists.of_booking(tx, booking_id)
    cents = prices.pricing.referral_credit_cents
    await queries.earn(tx, referrer, booking_id, friend, cents=cents, now=clock.now())
