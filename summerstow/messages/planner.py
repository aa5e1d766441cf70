"""Writes the messages whose time has come, and says right before each is sent whether it is true.

Both ask the same plan (`plan.py`), so that a message is sent exactly if it was due and still is.
`cause` is unique in the outbox, and so each message is written once, whoever runs this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.push.queries import devices_of
from summerstow.platform.outbox.push.sender import soon_old
from summerstow.platform.outbox.worker import Verdict

from . import (
    bundle_friends,
    guest_links,
    kit_visits,
    links,
    plan,
    queries,
    relevance,
    samples,
    service,
    times,
    visit_queries,
)

#: Seconds between two looks: what happens at the door is known this soon.
INTERVAL: Final = 5.0
#: News of the day's line: for the person at the door.
_LINE: Final = frozenset(
    {
        *("on_the_way", "three_ahead", "next_stop", "at_your_door"),
        *("return_on_the_way", "return_ahead", "return_next", "return_at_your_door"),
    }
)
_OF_THE_DOOR: Final = _LINE | {
    *("door_named", "pickup_in_two_days", "pickup_tomorrow"),
    *("return_in_two_days", "return_tomorrow"),
}
#: Where a kind leads, if not to My Storage.
_PAGES: Final = {"pickup_address": "/customer-dashboard/edit#place"}


@dataclass(frozen=True, slots=True)
class _Door:
    """The person at the door, if not the customer (rule: the-door)."""

    email: str
    name: str | None
    owner: str | None
    day: date


@dataclass(frozen=True, slots=True)
class _Due:
    """A message and whose it is."""

    message: plan.Message
    booking_id: UUID
    email: str
    user_id: UUID | None
    texted: bool
    door: _Door | None = None

    @property
    def causes(self) -> Iterator[str]:
        """The causes of its mails."""
        if self.door is None or self.message.kind not in (*_LINE, "door_named"):
            yield self.message.cause
        if self.door is not None and self.message.kind in _OF_THE_DOOR:
            yield f"{self.message.cause}{service.DOOR}"


async def sweep(tx: ElevatedTransaction) -> int:
    """Write every message that is due and not written; returns how many. Runs as the owner."""
    await queries.telling(tx)
    due = await _due(tx, clock.now())
    people = [one.user_id for one in due if one.user_id]
    phones = await queries.phones(tx, people)
    mails = {one.message.cause: one for one in due}
    causes = {cause: one for one in due for cause in one.causes}
    causes |= {
        f"{cause}{service.TEXT}": one
        for cause, one in mails.items()
        if one.texted and one.user_id in phones and cause in causes
    }
    written = await queries.written(tx, list(causes))
    # A device is told beside the mail or not at all: nothing of before it asked.
    devices: dict[str, UUID] = {}
    for user_id, ids in (await devices_of(tx, people)).items():
        for cause in mails.keys() - written:
            if mails[cause].user_id == user_id:
                devices |= service.push_causes(cause, ids)
    causes |= {cause: mails[service.mail_cause(cause)] for cause in devices}
    # In one order everywhere: two processes at this wait for each other and do not deadlock.
    missing = sorted(causes.keys() - written)
    if missing:
        await links.forget_ended(tx)
    for cause in missing:
        one = causes[cause]
        data = one.message.data | {
            "link": _PAGES.get(one.message.kind, "/customer-dashboard"),
            "about": {"booking_id": str(one.booking_id), "planned": one.message.data},
        }
        kind = one.message.kind
        if cause.endswith(service.DOOR):
            assert one.door is not None
            data |= await _for_door(tx, one.booking_id, one.door)
            await outbox.post(tx, cause=cause, kind=kind, to=one.door.email, data=data)
        elif cause == one.message.cause:
            if one.message.ends_at is not None:
                data |= await links.for_mail(tx, one.booking_id, one.message.ends_at)
            booking = None if one.user_id else await queries.booking(tx, one.booking_id)
            if booking is not None:
                data["link"] = await guest_links.for_booking(tx, booking, str(data["link"]))
            await outbox.post(tx, cause=cause, kind=kind, to=one.email, data=data)
        elif cause in devices:
            await service.push(tx, cause=cause, kind=kind, to=devices[cause], data=data)
        else:
            assert one.user_id is not None
            await service.text(tx, cause=cause, kind=kind, to=phones[one.user_id], data=data)
    return len(missing)


async def _for_door(tx: ElevatedTransaction, booking_id: UUID, door: _Door) -> dict[str, object]:
    """What a message says to the person at the door in place of what it says to the customer."""
    return {
        **service.door_values(door.name, door.owner),
        "lacks_address": False,
        "link": await links.for_door(tx, booking_id, door.day),
        "door": door.email,
    }


async def judge(tx: Transaction, channel: str, cause: str, data: Mapping[str, Any]) -> Verdict:
    """Whether a message may go now (`outbox.worker.Judge`); those of accounts always may."""
    about = data.get("about")
    if about is None:
        return "send"
    now = clock.now()
    quiet = times.quiet_until(now) if _is_quiet_at_night(channel, cause) else None
    if quiet is not None:
        return quiet
    verdict = await _holds(tx, cause, data, now)
    if verdict == "send" and channel == "text":
        return await outbox.text_turn(tx) or "send"
    return verdict


def _is_quiet_at_night(channel: str, cause: str) -> bool:
    """A device that asked to be told when we are near is told so at any hour."""
    return channel == "text" or (channel == "push" and not soon_old(cause))


async def _holds(
    tx: Transaction, cause: str, data: Mapping[str, Any], now: datetime
) -> Literal["send", "withdraw"]:
    about = data["about"]
    if about["booking_id"] is None:
        invoice = about.get("invoice_id")
        payment = about.get("payment_id")
        stands = (invoice is None or await queries.invoice_stands(tx, UUID(invoice))) and (
            payment is None or await queries.payment_stands(tx, UUID(payment))
        )
        return "send" if stands else "withdraw"
    booking_id = UUID(about["booking_id"])
    if "planned" not in about:
        member_id = about.get("member_id")
        if member_id is not None and not await bundle_friends.shares(tx, UUID(member_id)):
            return "withdraw"
        if "several" in about:
            return await _any_holds(tx, about["several"], now)
        booking = await queries.booking(tx, booking_id)
        return "send" if relevance.holds(about, booking, now) else "withdraw"
    wanted = service.mail_cause(cause)
    for one in await _due(tx, now, booking_id):
        if one.message.cause == wanted and one.message.data == about["planned"]:
            return "send" if _reaches(cause, one, data) else "withdraw"
    return "withdraw"


async def _any_holds(
    tx: Transaction, abouts: list[Mapping[str, Any]], now: datetime
) -> Literal["send", "withdraw"]:
    """Whether a mail about several bookings still tells some of them something true."""
    for about in abouts:
        booking = await queries.booking(tx, UUID(about["booking_id"]))
        if relevance.holds(about, booking, now):
            return "send"
    return "withdraw"


def _reaches(cause: str, due: _Due, data: Mapping[str, Any]) -> bool:
    """Whether a mail to the person at the door still names the one who is there."""
    if not cause.endswith(service.DOOR):
        return True
    return due.door is not None and due.door.email == data.get("door")


async def _due(tx: Transaction, now: datetime, booking_id: UUID | None = None) -> list[_Due]:
    today = clock.campus_time(now).date()
    rows = [
        *await queries.queued_pickups(tx, today, today + timedelta(days=2), booking_id),
        *await queries.completed(tx, now - plan.NEWS, booking_id),
    ]
    found = [
        _Due(
            message, one.booking_id, one.email, one.user_id, one.texted, _door(one, one.pickup_date)
        )
        for one in rows
        for message in plan.of_pickup(one, now)
    ]
    found += await _addressless(tx, now, today, booking_id)
    found += [
        _Due(message, one.booking_id, one.email, one.user_id, one.texted, _door(one, one.day))
        for one in await visit_queries.returns(tx, today, now - plan.NEWS, booking_id)
        for message in plan.of_return(one, now)
    ]
    found += [
        _Due(plan.of_failed_visit(one), one.booking_id, one.email, one.user_id, one.texted)
        for one in await visit_queries.failed_visits(tx, today, now - plan.NEWS, booking_id)
    ]
    found += [
        _Due(
            plan.of_named_visit(one),
            one.booking_id,
            one.email,
            one.user_id,
            one.texted,
            _Door(one.contact_email, one.contact_name, one.owner, one.day),
        )
        for one in await visit_queries.named_visits(tx, today, booking_id)
    ]
    found += [
        _Due(message, one.booking_id, one.email, one.user_id, one.texted)
        for one in await kit_visits.planned_kits(tx, today, booking_id)
        for message in kit_visits.of_kit(one, now)
    ]
    found += [
        _Due(message, one.booking_id, one.email, one.user_id, texted=True)
        for one in await bundle_friends.bundle_friends(tx, now, booking_id)
        for message in bundle_friends.of_friend(one, now)
    ]
    found += [
        _Due(message, one.booking_id, one.email, one.user_id, one.texted)
        for one in await queries.storage_ends(tx, today, booking_id)
        for message in plan.of_storage_end(one, now)
    ]
    day = plan.delivery_reminder(now)
    if day is not None:
        found += [
            _Due(
                plan.of_stored(one.booking_id, one.first_name, day),
                one.booking_id,
                one.email,
                one.user_id,
                one.texted,
            )
            for one in await queries.undecided(tx, day, booking_id)
        ]
    return [one for one in found if one.email and not samples.is_off(one.message.kind)]


def _door(one: plan.PlannedPickup | plan.PlannedReturn, day: date) -> _Door | None:
    if not one.contact_email or one.contact_email.lower() == one.email.lower():
        return None
    return _Door(one.contact_email, one.contact_name, one.first_name, day)


async def _addressless(
    tx: Transaction, now: datetime, today: date, booking_id: UUID | None
) -> list[_Due]:
    first = today + timedelta(days=2)
    last = today + timedelta(days=max(plan.ADDRESS_REMINDERS))
    rows = await queries.addressless(tx, first, last, booking_id)
    return [
        _Due(message, one.booking_id, one.email, one.user_id, one.texted)
        for one in rows
        for message in plan.of_addressless(one, now)
    ]
