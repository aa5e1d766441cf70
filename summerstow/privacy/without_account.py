"""The data of a person without an account, by the e-mail address they gave (rule: own-data)."""

from __future__ import annotations

from uuid import UUID, uuid4

from summerstow.bookings import cancel
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.outbox import outbox
from summerstow.platform.text import check_email

from . import erase, gather, queries
from . import erase_queries as erasing
from .model import OwnData


async def export(tx: ElevatedTransaction, email: str, identity_check: str | None = None) -> OwnData:
    """Return everything that is known of an address: of its account, or of guest bookings.

    `identity_check`: how staff made sure who asked for it. Raises 404 if nothing is known of it.
    """
    email = check_email(email)
    user_id = await erasing.account_of(tx, email)
    if user_id is not None:
        await queries.note(tx, "export", user_id, identity_check)
        return await gather.my_data(tx, user_id)
    data = await gather.data_of_address(tx, email)
    if not (data.bookings or data.waiting_list or data.account):
        raise _unknown(email)
    await queries.note(tx, "export", uuid4(), identity_check)
    return data


async def plan(tx: ElevatedTransaction, email: str) -> erase.ErasePlan:
    """Return what erasing the person of an address would do, and why it may not be done yet.

    Raises 404 if nothing is known of the address.
    """
    email = check_email(email)
    user_id = await erasing.account_of(tx, email)
    if user_id is not None:
        return await erase.plan(tx, user_id)
    rows = await erasing.guest_bookings(tx, email)
    if not (rows or await erasing.is_named(tx, email)):
        raise _unknown(email)
    bookings = await erase.plan_bookings(tx, rows)
    owed = await erasing.owed_by(tx, [one.id for one in rows])
    reasons = bookings.reasons + erase.owing(owed)
    return erase.ErasePlan(reasons, bookings.open_bookings, bookings.fee_cents, 0)


async def erase_address(
    tx: ElevatedTransaction, email: str, identity_check: str | None = None
) -> None:
    """Erase the person of an address: their account, or their guest bookings.

    `identity_check`: how staff made sure who asked for it. Raises `NotYet` with what has to be
    settled first, and 404 if nothing is known of the address.
    """
    email = check_email(email)
    user_id = await erasing.account_of(tx, email)
    if user_id is not None:
        await erase.erase(tx, user_id, expected_fee_cents=None, identity_check=identity_check)
        return
    planned = await plan(tx, email)
    if planned.reasons:
        raise erase.NotYet(planned.reasons)
    rows = await erasing.guest_bookings(tx, email)
    await erasing.remove_named(tx, email)
    for one in rows:
        if one.status in erase.OPEN:
            await cancel.cancel(
                tx,
                one.id,
                expected_fee_cents=0,
                note=None,
                reason=erase.REASON,
            )
    await outbox.post(
        tx,
        cause=f"account-erased:{uuid4()}",
        kind="account_erased",
        to=email,
        data={"cancelled": planned.open_bookings, "link": "/"},
    )
    await anonymize(tx, [email], [one.id for one in rows], identity_check)


async def anonymize(
    tx: ElevatedTransaction,
    own: list[str],
    bookings: list[UUID],
    identity_check: str | None = None,
) -> None:
    """Take the people out of guest bookings; counts, dates and money stay.

    `own`: addresses in lower case that nothing but these bookings is known of.
    """
    # No account has this id: statements that ask for one find nothing.
    new_id = uuid4()
    ids = await erasing.ids_of(tx, new_id, bookings)
    until = await erasing.last_message(tx)
    await erasing.silence(tx, until, ids, [])
    await erasing.last_words(tx, ids, own)
    await erasing.begin(tx)
    await erasing.nameless(tx, new_id, bookings)
    await erasing.remove(tx, new_id, own)
    await erasing.log_follows(tx, new_id, ids, own)
    await queries.note(tx, "erased", new_id, identity_check)


def _unknown(email: str) -> AppError:
    return AppError(f"Nothing is known of {email}.", status=404, code="P0002")
