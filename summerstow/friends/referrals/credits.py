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
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.http import site
from summerstow.platform.tables import Row

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


async def referrals_of(tx: ElevatedTransaction, user_id: UUID) -> Referrals:
    """Return the account's referrals."""
    code = await queries.find_referral_code(tx, user_id) or ""
    each = (await price_lists.current(tx)).pricing.referral_credit_cents
    row = await queries.count_referrals(tx, user_id, code)
    return Referrals(
        code=code,
        link=site.link(f"/book?ref={code}"),
        credit_cents=each,
        waiting=row.waiting,
        earned=row.earned,
        used=row.used,
        left_cents=row.left_cents,
    )


async def status_changed(tx: ElevatedTransaction, booking: Row, old: str, new: str) -> None:
    """Apply a booking's new status: grant the referrer's credit, or release unused ones.

    If a pickup is taken back, its credit is deleted and the credits that it used are released.
    """
    booking_id = UUID(booking["id"])
    if new in rules.REACHED and old not in rules.REACHED:
        await _grant_credit(tx, booking)
    elif old in rules.REACHED and new not in rules.REACHED:
        await queries.delete_unused_credit(tx, booking_id)
        await queries.release_credits(tx, booking_id)
    if new in ("delivered", "completed") and old not in ("delivered", "completed"):
        left = await queries.find_unused_cents(tx, booking_id)
        if left:
            freed = await queries.release_credits(tx, booking_id, left)
            await queries.reduce_unused_cents(tx, booking_id, freed)


async def take(tx: ElevatedTransaction, booking_id: UUID, items: int, on: date) -> int:
    """Assign the customer's credits at a booking's first count; return their sum in cents.

    The sum is at most what the season costs; the rest waits for the next booking.
    """
    row = await queries.find_discounted_booking(tx, booking_id)
    if row is None or row.user_id is None or row.begun or not row.any_credits or not items:
        return 0
    back = max(row.return_delivery_date or season.next_free_return(on)[0], on)
    people = len(await invoice_queries.members(tx, booking_id)) + 1
    prices = await price_lists.of_booking(tx, booking_id)
    charged = plan_for(prices, items).monthly_cents // people * season.months(on, back)
    return await queries.assign_credits(tx, booking_id, row.user_id, charged)


async def booking_replaced(tx: ElevatedTransaction, old: UUID, new: UUID) -> None:
    """Copy the referral code to the booking that replaces this one."""
    await queries.copy_referral_code(tx, old, new)


async def _grant_credit(tx: ElevatedTransaction, booking: Row) -> None:
    code = rules.referral_code(booking["referral_code"])
    referrer = await queries.find_referrer(tx, code) if code else None
    if referrer is None:
        return
    friend_id = UUID(booking["user_id"]) if booking["user_id"] else None
    emails = [booking["email"], booking["guest_email"]]
    phones = [booking["phone"], booking["guest_phone"]]
    account = await queries.find_contacts(tx, friend_id) if friend_id else None
    if account is not None:
        emails += account.emails
        phones += account.phones
    friend = rules.identity_hashes(friend_id, emails, phones)
    own = await queries.find_contacts(tx, referrer)
    if own is None or friend & rules.identity_hashes(referrer, own.emails, own.phones):
        return
    booking_id = UUID(booking["id"])
    addresses = [one.lower() for one in emails if one]
    if await queries.has_earlier_pickup(tx, booking_id, friend_id, addresses):
        return
    prices = await price_lists.of_booking(tx, booking_id)
    cents = prices.pricing.referral_credit_cents
    await queries.store_credit(tx, referrer, booking_id, friend, cents=cents, now=clock.now())
