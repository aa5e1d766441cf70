"""Erase a person: what the law has us keep stays, and nothing in it names them.

Ledger, invoices and the crew's counts stay with bookings without an owner. The account, its
sessions and ways in, its messages and its waiting places go; the audit log keeps that things
happened and when, blacked out: all of it is read for that, by a job and in slices (`finish`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.pricing.terms import dollars
from summerstow.bookings import authorization, cancel
from summerstow.bookings.model import code as booking_code
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import CUSTOMER

from . import erase_queries as queries
from . import queries as known

OPEN: Final = frozenset({"pending", "confirmed"})
#: Why staff cancel the bookings of a person whom they erase.
REASON: Final = "The customer asked to be erased."
#: Lines of the audit log that are looked through in one transaction: a second or two.
_LINES: Final = 20_000


@dataclass(frozen=True, slots=True)
class ErasePlan:
    """What erasing would do now; `reasons` say in words why it cannot be done yet.

    `open_bookings`: codes of those that are cancelled with it; `fee_cents`: what that costs.
    """

    reasons: list[str]
    open_bookings: list[str]
    fee_cents: int
    credit_cents: int


class WhyNotYet(msgspec.Struct, frozen=True):
    """What has to be settled first, in words."""

    reasons: list[str]


class NotYet(Conflict):
    """409: something has to be settled first; its facts are a `WhyNotYet`."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons), facts=WhyNotYet(reasons))


async def plan(tx: ElevatedTransaction, user_id: UUID) -> ErasePlan:
    """What erasing would do and why it may not be done. Raises 404 if it is gone."""
    account = await queries.held(tx, user_id)
    if account is None:
        raise AppError("This account is gone.", status=404, code="P0002")
    reasons: list[str] = []
    if account.role != CUSTOMER:
        reasons.append("This account is a staff account: ask an executive to close it.")
    bookings = await plan_bookings(tx, await queries.bookings_of(tx, user_id, _proved(account)))
    reasons += bookings.reasons
    if await queries.shares(tx, user_id):
        reasons.append("You share a bundle with friends. Leave it, or end it, first.")
    owed, credit = await queries.money(tx, user_id)
    reasons += owing(owed)
    return ErasePlan(reasons, bookings.open_bookings, bookings.fee_cents, credit)


async def plan_bookings(
    tx: ElevatedTransaction, bookings: list[queries.ErasedBooking]
) -> ErasePlan:
    """What erasing would do to these bookings, and why it may not be done."""
    reasons: list[str] = []
    codes: list[str] = []
    fees = 0
    for one in bookings:
        code = booking_code(one.id)
        if one.status == "in_queue":
            reasons.append(f"Our crew is on the way to you for booking {code}.")
        elif one.status == "picked_up":
            reasons.append(
                f"Your things of booking {code} are with us. Have them delivered first: without "
                "your name we could not bring them back."
            )
        elif one.status in OPEN:
            fee = (await cancel.preview(tx, await authorization.locked(tx, one.id))).fee_cents
            codes.append(code)
            fees += fee
            if fee:
                reasons.append(
                    f"Cancelling booking {code} costs {dollars(fee)} now. Cancel it in your "
                    "account and pay that first."
                )
    return ErasePlan(reasons, codes, fees, 0)


def owing(cents: int) -> list[str]:
    """Why a person who owes so much is not erased yet; nothing if they owe nothing."""
    return [f"{dollars(cents)} is still owing. Please pay it first."] if cents > 0 else []


async def there(tx: ElevatedTransaction, user_id: UUID) -> bool:
    """Whether the account is there still, held for the transaction."""
    return await queries.held(tx, user_id) is not None


async def erase(
    tx: ElevatedTransaction,
    user_id: UUID,
    *,
    expected_fee_cents: int | None,
    identity_check: str | None = None,
) -> None:
    """Erase the account's person. An account that is gone stays so.

    `identity_check`: how staff made sure who asked for it. Without `expected_fee_cents` cancelling
    may cost anything.

    Raises `NotYet` with every reason, and `cancel.FeeChanged` where cancelling the open bookings
    does not cost what was shown.
    """
    account = await queries.held(tx, user_id)
    if account is None:
        return
    erase_plan = await plan(tx, user_id)
    if expected_fee_cents is not None and erase_plan.fee_cents != expected_fee_cents:
        raise cancel.FeeChanged(erase_plan.fee_cents)
    if erase_plan.reasons:
        raise NotYet(erase_plan.reasons)
    rows = await queries.bookings_of(tx, user_id, _proved(account))
    bookings = [one.id for one in rows]
    ids = await queries.ids_of(tx, user_id, bookings)
    own = await queries.addresses(tx, user_id)
    until = await queries.last_message(tx)
    for one in rows:
        if one.status in OPEN:
            await cancel.cancel(
                tx,
                one.id,
                expected_fee_cents=0,
                note=None,
                reason=REASON if identity_check else None,
            )
    if account.email is not None:
        await outbox.post(
            tx,
            cause=f"account-erased:{user_id}",
            kind="account_erased",
            to=account.email,
            data={"cancelled": erase_plan.open_bookings, "link": "/"},
        )
    await queries.silence(tx, until, ids, own)
    await queries.last_words(tx, ids, own)
    await queries.begin(tx)
    await queries.nameless(tx, user_id, bookings)
    await queries.remove(tx, user_id, own)
    await queries.log_follows(tx, user_id, ids, own)
    await known.note(tx, "erased", user_id, identity_check)


async def finish(database: Database) -> None:
    """A job: black out what the audit log says of erased people, a slice a transaction."""
    while True:
        async with database.owner() as tx:
            if not await queries.black_out(tx, _LINES):
                return


def _proved(account: queries.ErasedAccount) -> str | None:
    """The address under which guest bookings are the account's."""
    return account.email if account.email_confirmed_at else None
