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


async def export(tx: ElevatedTransaction, email: str) -> OwnData:
    """Return everything that is known of an address: of its account, or of guest bookings.

    Raises 404 if nothing is known of it.
    """
    email = check_email(email)
    user_id = await erasing.account_of(tx, email)
    if user_id is not None:
        await queries.note(tx, "export", user_id)
        return await gather.my_data(tx, user_id)
    found = await gather.data_of_address(tx, email)
    if not (found.bookings or found.waiting_list or found.account):
        raise _unknown(email)
    return found


async def erase_address(tx: ElevatedTransaction, email: str) -> None:
    """Erase the person of an address: their account, or their guest bookings.

    Raises `NotYet` with what has to be settled first, and 404 if nothing is known of the address.
    """
    email = check_email(email)
    user_id = await erasing.account_of(tx, email)
    if user_id is not None:
        fee = (await erase.plan(tx, user_id)).fee_cents
        await erase.erase(tx, user_id, expected_fee_cents=fee)
        return
    rows = await erasing.guest_bookings(tx, email)
    named = await erasing.remove_named(tx, email)
    waiting = await erasing.is_waiting(tx, email)
    if not (rows or named or waiting):
        raise _unknown(email)
    found = await erase.plan_bookings(tx, rows)
    owed = await erasing.owed_by(tx, [one.id for one in rows])
    reasons = found.reasons + erase.owing(owed)
    if reasons:
        raise erase.NotYet(reasons)
    for one in rows:
        if one.status in erase.OPEN:
            await cancel.cancel(
                tx,
                one.id,
                expected_fee_cents=0,
                note=None,
                reason="The customer asked to be erased.",
            )
    await outbox.post(
        tx,
        cause=f"account-erased:{uuid4()}",
        kind="account_erased",
        to=email,
        data={"cancelled": found.open_bookings, "link": "/"},
    )
    await anonymize(tx, [email], [one.id for one in rows])


async def anonymize(tx: ElevatedTransaction, own: list[str], bookings: list[UUID]) -> None:
    """Take the people out of guest bookings; counts, dates and money stay.

    `own`: addresses in lower case that nothing but these bookings is known of.
    """
    # No account has this id: statements that ask for one find nothing.
    nobody = uuid4()
    ids = await erasing.ids_of(tx, nobody, bookings)
    until = await erasing.last_message(tx)
    await erasing.silence(tx, until, ids, [])
    await erasing.last_words(tx, ids, own)
    await erasing.begin(tx)
    await erasing.nameless(tx, nobody, bookings)
    await erasing.remove(tx, nobody, own)
    await erasing.log_follows(tx, nobody, ids, own)
    await queries.note(tx, "erased", nobody)


def _unknown(email: str) -> AppError:
    return AppError(f"Nothing is known of {email}.", status=404, code="P0002")
