"""Tell a customer: by mail, by text message where the account's phone is confirmed, and on devices
that asked for it.

All in the transaction that gives the reason. What is told is sent after the commit,
and only if it is still true then (`planner.judge`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, Protocol
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.calendar_file import VisitEntry
from summerstow.platform.outbox.render import says_in_short
from summerstow.platform.tables import Row

from . import calendar, guest_links, links, queries, relevance, times, visit_queries

_AT_ONCE: Final = timedelta(0)
#: Of several of these about a booking in a short time the latest says it all.
_MERGED: Final = frozenset({"booking_changed", "delivery_booked", "bundle_moved"})
#: Kinds that can be told of several bookings in one mail, and that mail's kind.
SEVERAL: Final[Mapping[str, str]] = {
    "pickup_moved": "pickups_moved",
    "booking_cancelled": "bookings_cancelled",
    "booking_confirmed": "bookings_confirmed",
}
#: These have links to move the pickup and to cancel, which need no sign-in.
_CHANGEABLE: Final = frozenset(
    {
        *("booking_received", "booking_confirmed", "booking_changed", "booking_restored"),
        "pickup_moved",
    }
)
#: In place of what was typed, where nobody has shown that the address is theirs: whoever typed it
#: may have meant it for somebody else's mailbox.
_UNTYPED: Final[Mapping[str, object]] = {
    "first_name": None,
    "residence": "",
    "address": "the address that you gave",
    "changes": (),
}
_NOWHERE: Final = {"building_name": None, "address": None, "delivery_address": None}

#: What the cause of a text message ends with; its mail has the same without, and so has the mail to
#: the person at the door. That of a push goes on with the device's id.
TEXT: Final = ":text"
DOOR: Final = ":door"
PUSH: Final = ":push:"


class Tell(Protocol):
    """How a change of a booking is told: at once by `tell`, or later together with others."""

    async def __call__(
        self,
        tx: ElevatedTransaction,
        booking: Row,
        *,
        cause: str,
        kind: str,
        data: Mapping[str, object],
        wait: timedelta = _AT_ONCE,
    ) -> None:
        """Take the arguments of `tell`."""


async def tell(
    tx: ElevatedTransaction,
    booking: Row,
    *,
    cause: str,
    kind: str,
    data: Mapping[str, object],
    with_calendar: bool = True,
    keeps_link: bool = False,
    wait: timedelta = _AT_ONCE,
) -> None:
    """Tell the customer of a booking something about it, once for each `cause`.

    `booking` is its row as it is now; `kind` names the templates (`{kind}` for the mail,
    `{kind}_text` for the text message); `data` is what they are given and has `link`.
    `with_calendar`: the pickup, or the delivery if the mail is of that, goes along as a calendar
    file, which moves or cancels its entry. `keeps_link`: the mail says itself what somebody without
    an account does. `wait`: until when it can be dropped (rule: undo).
    """
    if kind == "booking_cancelled" and booking["contact_email"]:
        await _tell_door(tx, booking, cause, wait)
    booking_id = UUID(booking["id"])
    user_id = UUID(booking["user_id"]) if booking["user_id"] else None
    reach = await queries.find_reach(tx, cause, user_id, booking_id)
    confirmed, written = reach.is_confirmed, reach.is_written
    if not confirmed:
        data = {**data, **untyped(data)}
        booking = {**booking, **_NOWHERE}
    if not written and not keeps_link:
        purpose: links.Purpose = "move" if data.get("ours") is True else "confirm"
        link = await guest_links.for_booking(tx, booking, str(data["link"]), purpose)
        data = {**data, "link": link}
    begins = guest_links.pickup_ahead(booking)
    if kind in _CHANGEABLE and confirmed and not written and begins is not None:
        data = {**data, **await links.to_change(tx, booking_id, begins)}
    values = {**data, "about": relevance.about(kind, booking)}
    if with_calendar and not written:
        entries = await calendar.entries(tx, booking, kind, str(data["link"]))
        if entries:
            values["calendar"] = entries
    merge = f"{kind.replace('_', '-')}:{booking_id}:" if kind in _MERGED else None
    await _write(
        tx,
        reach,
        cause=cause,
        kind=kind,
        to=booking["email"],
        data=values,
        merge=merge,
        texted=booking["text_messages"] is not False,
        wait=wait,
    )


class News(msgspec.Struct, frozen=True):
    """The arguments of `tell` for one booking."""

    booking: Row
    cause: str
    kind: str
    data: Mapping[str, Any]
    wait: timedelta


async def tell_together(tx: ElevatedTransaction, news: Iterable[News]) -> None:
    """Tell of changes of several bookings: one mail of a kind to an address (rule: one-mail-each).

    Each booking has its name, code, link and calendar entry in the mail.
    """
    groups: dict[tuple[str, str, str | None], list[News]] = {}
    for one in news:
        email = (one.booking["email"] or "").lower()
        groups.setdefault((one.kind, email, one.booking["user_id"]), []).append(one)
    for group in groups.values():
        if len(group) > 1:
            await _tell_of_several(tx, group)
        else:
            [one] = group
            await tell(
                tx, one.booking, cause=one.cause, kind=one.kind, data=one.data, wait=one.wait
            )


async def _tell_of_several(tx: ElevatedTransaction, group: Sequence[News]) -> None:
    first, kind = group[0].booking, SEVERAL[group[0].kind]
    user_id = UUID(first["user_id"]) if first["user_id"] else None
    cause = f"{kind.replace('_', '-')}:{group[0].cause.partition(':')[2]}"
    wait = min(one.wait for one in group)
    parts: list[dict[str, Any]] = []
    entries: list[VisitEntry] = []
    for one in group:
        booking, booking_id = one.booking, UUID(one.booking["id"])
        if one.kind == "booking_cancelled" and booking["contact_email"]:
            await _tell_door(tx, booking, one.cause, wait)
        reach = await queries.find_reach(tx, cause, user_id, booking_id)
        confirmed = reach.is_confirmed
        if not confirmed:
            booking = {**booking, **_NOWHERE}
        purpose: links.Purpose = "move" if one.data.get("ours") is True else "confirm"
        link = await guest_links.for_booking(tx, booking, str(one.data["link"]), purpose)
        entries += await calendar.entries(tx, booking, one.kind, link)
        name = student_name(booking) if confirmed else None
        greeted = one.data["first_name"] if confirmed else None
        parts.append({**one.data, "first_name": greeted, "name": name, "link": link})
    names = {part["first_name"] for part in parts}
    shared = len({part["link"] for part in parts}) == 1
    abouts = [
        relevance.about(one.kind, one.booking) | {"change": one.booking["updated_at"]}
        for one in group
    ]
    values = {
        "first_name": names.pop() if len(names) == 1 else None,
        "count": len(parts),
        "bookings": [{**part, "link": None} for part in parts] if shared else parts,
        "ours": group[0].data.get("ours", False),
        "reason": group[0].data.get("reason"),
        "link": parts[0]["link"],
        "about": {"booking_id": first["id"], "several": abouts},
        "calendar": entries,
    }
    reach = await queries.find_reach(tx, cause, user_id)
    texted = any(one.booking["text_messages"] is not False for one in group)
    to = first["email"]
    await _write(tx, reach, cause=cause, kind=kind, to=to, data=values, texted=texted, wait=wait)


def student_name(booking: Row) -> str | None:
    """Return whose things a booking is about: the person at the door, else its customer."""
    both = f"{booking['first_name'] or ''} {booking['last_name'] or ''}".strip()
    return booking["contact_name"] or both or None


async def tell_of_visit(
    tx: ElevatedTransaction,
    booking: Row,
    *,
    cause: str,
    kind: str,
    data: Mapping[str, object],
) -> None:
    """Tell the person at the door of a visit something, once for each cause (rule: the-door).

    Without one it is the customer who is told, as by `tell`.
    """
    door, email = booking["contact_email"], booking["email"] or ""
    reach = await queries.find_reach(tx, cause, None, UUID(booking["id"]))
    if not door or door.lower() == email.lower() or not reach.is_confirmed:
        await tell(tx, booking, cause=cause, kind=kind, data=data, with_calendar=False)
        return
    cause = f"{cause}{DOOR}"
    if await queries.written(tx, [cause]):
        return
    day = date.fromisoformat(booking["pickup_date"])
    values = {
        **data,
        **door_values(booking["contact_name"], booking["first_name"]),
        "link": await links.for_door(tx, UUID(booking["id"]), day),
        "about": relevance.about(kind, booking),
    }
    await outbox.post(tx, cause=cause, kind=kind, to=door, data=values)


def door_values(name: str | None, owner: str | None) -> dict[str, object]:
    """Return whom a message to the person at the door greets, and for whom they are there."""
    return {"first_name": greeting(name), "door_for": owner or "a friend"}


def greeting(full_name: str | None) -> str | None:
    """Return the first word of a name, by which a message greets; None where there is none."""
    return (full_name or "").strip().split(" ")[0] or None


async def _tell_door(tx: ElevatedTransaction, booking: Row, cause: str, wait: timedelta) -> None:
    """Tell the person at the door that the crew does not come, if they were told of the visit."""
    owner = await visit_queries.owner_of_told_visit(tx, booking["id"])
    if owner is None:
        return
    day = booking["pickup_date"]
    data = {
        **door_values(booking["contact_name"], owner),
        "when": times.spoken(date.fromisoformat(day), booking["pickup_time"]) if day else None,
        "about": relevance.about("door_cancelled", booking),
    }
    to = booking["contact_email"]
    await outbox.post(
        tx, cause=f"{cause}{DOOR}", kind="door_cancelled", to=to, data=data, wait=wait
    )


def untyped(data: Mapping[str, object]) -> dict[str, object]:
    """What of a message's data nobody has typed: it goes out where an address is unconfirmed."""
    return {name: word for name, word in _UNTYPED.items() if name in data}


async def tell_account(
    tx: ElevatedTransaction,
    user_id: UUID | None,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    of_invoice: UUID | None = None,
    of_payment: UUID | None = None,
    of_booking: Row | None = None,
    of_member: UUID | None = None,
    texted: bool = True,
    wait: timedelta = _AT_ONCE,
) -> int | None:
    """Tell a person of an invoice, a payment or a shared bundle, once for each cause.

    Templates as for `tell`; `user_id` is None for a guest. It is said as it was written, but for an
    invoice (`of_invoice`) that is void by then, a payment (`of_payment`) that was taken back, or a
    friend's booking (`of_booking`) that says something else or is shared no more (`of_member`); a
    text message waits for the day. Returns the mail's id in the outbox; None where it was not
    written (`outbox.post`).
    """
    about: dict[str, object]
    if of_booking is None:
        about = {"booking_id": None, "invoice_id": of_invoice, "payment_id": of_payment}
    else:
        about = {**relevance.about(kind, of_booking), "member_id": of_member}
    values = {**data, "about": about}
    merge = f"{kind.replace('_', '-')}:{of_member}:" if kind in _MERGED else None
    reach = await queries.find_reach(tx, cause, user_id)
    return await _write(
        tx,
        reach,
        cause=cause,
        kind=kind,
        to=to,
        data=values,
        merge=merge,
        texted=texted,
        wait=wait,
    )


async def text(
    tx: ElevatedTransaction,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    merge: str | None = None,
    wait: timedelta = _AT_ONCE,
) -> None:
    """The text message that says in short what the mail of this kind says."""
    await outbox.text(
        tx, cause=cause, kind=f"{kind}_text", to=to, data=_short(data), merge=merge, wait=wait
    )


def _short(data: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in data.items() if name != "calendar"}


def push_causes(cause: str, devices: Iterable[UUID]) -> dict[str, UUID]:
    """The causes of a message on each of these devices, beside its mail's."""
    return {f"{cause}{PUSH}{device}": device for device in devices}


def mail_cause(cause: str) -> str:
    """The cause of the mail that says the same as this message."""
    return cause.partition(PUSH)[0].removesuffix(TEXT).removesuffix(DOOR)


async def push(
    tx: ElevatedTransaction,
    *,
    cause: str,
    kind: str,
    to: UUID,
    data: Mapping[str, object],
    merge: str | None = None,
    wait: timedelta = _AT_ONCE,
) -> None:
    """What the text message of this kind says, on a device; nothing where the kind has none."""
    if says_in_short(kind):
        await outbox.post(
            tx,
            cause=cause,
            kind=f"{kind}_push",
            to=str(to),
            data=_short(data),
            channel="push",
            merge=merge,
            wait=wait,
        )


async def _write(
    tx: ElevatedTransaction,
    reach: queries.Reach,
    *,
    cause: str,
    kind: str,
    to: str,
    data: Mapping[str, object],
    merge: str | None = None,
    texted: bool = True,
    wait: timedelta = _AT_ONCE,
) -> int | None:
    written = await outbox.post(
        tx, cause=cause, kind=kind, to=to, data=data, merge=merge, wait=wait
    )
    # A device is told beside the mail or not at all: nothing of before it asked.
    devices = [] if reach.is_written else reach.devices
    for one, device in push_causes(cause, devices).items():
        await push(tx, cause=one, kind=kind, to=device, data=data, merge=merge, wait=wait)
    phone = reach.phone
    if texted and phone is not None and outbox.may_be_texted(phone):
        await text(
            tx, cause=f"{cause}{TEXT}", kind=kind, to=phone, data=data, merge=merge, wait=wait
        )
    return written
