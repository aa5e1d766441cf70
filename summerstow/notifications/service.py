"""Tell a customer: by mail, and by text message where the account's phone is confirmed.

All in the transaction that gives the reason. What is told is sent after the commit,
and only if it is still true then (`planner.judge`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.tables import Row
from summerstow.outbox import outbox

from . import calendar, queries, relevance

#: Of several of these about a booking in a short time the latest says it all.
_MERGED: Final = frozenset({"booking_changed", "delivery_booked"})
#: In place of what was typed, where nobody has shown that the address is theirs: whoever typed it
#: may have meant it for somebody else's mailbox.
_UNTYPED: Final[Mapping[str, object]] = {
    "first_name": None,
    "residence": "",
    "address": "the address that you gave",
}
_NOWHERE: Final = {"building_name": None, "address": None, "delivery_address": None}

#: What the cause of a text message ends with; its mail has the same without.
TEXT: Final = ":text"


async def tell(
    tx: ElevatedTransaction,
    booking: Row,
    *,
    cause: str,
    kind: str,
    data: Mapping[str, object],
    with_calendar: bool = True,
) -> None:
    """Tell the customer of a booking something about it, once for each `cause`.

    `booking` is its row as it is now; `kind` names the templates (`{kind}` for the mail,
    `{kind}_text` for the text message); `data` is what they are given and has `link`.
    `with_calendar`: the pickup, or the delivery if the mail is of that, goes along as a calendar
    file, which moves or cancels its entry.
    """
    if not await queries.address_confirmed(tx, booking["id"]):
        data = {**data, **{name: word for name, word in _UNTYPED.items() if name in data}}
        booking = {**booking, **_NOWHERE}
    values = {**data, "about": relevance.about(kind, booking)}
    if with_calendar and not await queries.written(tx, [cause]):
        files = await calendar.attachments(tx, booking, kind, str(data["link"]))
        if files:
            values["attachments"] = files
    user_id = UUID(booking["user_id"]) if booking["user_id"] else None
    merge = f"{kind.replace('_', '-')}:{booking['id']}:" if kind in _MERGED else None
    texted = user_id if booking["text_messages"] is not False else None
    await _write(tx, texted, cause=cause, kind=kind, to=booking["email"], data=values, merge=merge)


async def tell_account(
    tx: ElevatedTransaction,
    user_id: UUID | None,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    of_invoice: UUID | None = None,
) -> int | None:
    """Tell somebody something that is no booking's (an invoice, a payment), once for each cause.

    Templates as for `tell`; `user_id` is None for a guest. It is said as it was written, but for an
    invoice (`of_invoice`) that is void by then; a text message waits for the day. Returns the
    mail's id in the outbox; None where it was not written (`outbox.post`).
    """
    values = {**data, "about": {"booking_id": None, "invoice_id": of_invoice}}
    return await _write(tx, user_id, cause=cause, kind=kind, to=to, data=values)


async def text(
    tx: ElevatedTransaction,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    merge: str | None = None,
) -> None:
    """The text message that says in short what the mail of this kind says."""
    short = {name: value for name, value in data.items() if name != "attachments"}
    await outbox.text(tx, cause=cause, kind=f"{kind}_text", to=to, data=short, merge=merge)


async def _write(
    tx: ElevatedTransaction,
    user_id: UUID | None,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    merge: str | None = None,
) -> int | None:
    written = await outbox.post(tx, cause=cause, kind=kind, to=to, data=data, merge=merge)
    if user_id is None:
        return written
    phone = (await queries.phones(tx, [user_id])).get(user_id)
    if phone is not None:
        await text(tx, cause=f"{cause}{TEXT}", kind=kind, to=phone, data=data, merge=merge)
    return written
