"""A message of the office to a list of bookings or customers: one mail to a person."""

from __future__ import annotations

import re
from typing import Annotated, Final
from uuid import UUID, uuid4

import msgspec

from summerstow.bookings.model import Booking
from summerstow.messages import guest_links
from summerstow.messages import queries as message_queries
from summerstow.messages import service as messages
from summerstow.office.customers import record_queries
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import OFFICE

from . import queries
from .batch import MOST, BulkResult

_Ids = Annotated[list[UUID], msgspec.Meta(max_length=MOST)]
_VALUE: Final = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
#: What a message may name of its reader.
VALUES: Final = ("first name", "student", "pickup", "booking code")


class ListMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A mail to the customers of bookings, or to accounts; `{{ first name }}` is filled in."""

    subject: Annotated[str, msgspec.Meta(max_length=120)]
    message: Annotated[str, msgspec.Meta(max_length=3000)]
    booking_ids: _Ids = []
    user_ids: _Ids = []


class SentMessage(BulkResult, frozen=True):
    """What became of a row; `message_id` is its mail's."""

    message_id: int | None = None


class ListPreview(msgspec.Struct, frozen=True):
    """How many people are reached, by text message too; who is not; and the first one's mail."""

    people: int
    texts: int
    unreachable: list[BulkResult]
    to: str | None
    subject: str
    paragraphs: list[str]


class MessageIds(msgspec.Struct, forbid_unknown_fields=True):
    """Mails that a message to a list wrote."""

    message_ids: Annotated[list[int], msgspec.Meta(max_length=MOST)]


class _Reader(msgspec.Struct):
    """A person, their rows of the list, and what their mail may name."""

    email: str
    user_id: UUID | None
    full_name: str | None
    rows: list[UUID] = []
    bookings: list[Booking] = []
    named: bool = True

    @property
    def texted(self) -> bool:
        return not self.bookings or any(one.text_messages is not False for one in self.bookings)

    def values(self) -> dict[str, str]:
        several = len(self.bookings) > 1
        names = [messages.student_name(one.row) or one.code for one in self.bookings]
        if not self.named:
            names = [f"booking {one.code}" for one in self.bookings]
        pickups = [
            f"{name}: {one.pickup}" if several else one.pickup
            for name, one in zip(names, self.bookings, strict=True)
        ]
        first = {one.first_name for one in self.bookings} - {None}
        greeted = messages.greeting(self.full_name) or (first.pop() if len(first) == 1 else None)
        return {
            "first name": greeted if greeted and self.named else "there",
            "student": " and ".join(names) or self.full_name or "you",
            "pickup": "; ".join(pickups) or "not booked yet",
            "booking code": ", ".join(one.code for one in self.bookings) or "none yet",
        }


async def message_list(tx: ElevatedTransaction, arguments: ListMessage) -> list[SentMessage]:
    """Mail each person once, and keep it with each of their rows (rule: list-messages)."""
    _check(arguments)
    readers, unreachable = await _readers(tx, arguments)
    results = [SentMessage(one.id, one.state, one.words) for one in unreachable]
    for reader in readers:
        message_id = await _send(tx, reader, arguments)
        for row in reader.rows:
            if message_id is None:
                words = "Too many emails wait for this address, which is not confirmed."
                results.append(SentMessage(row, "refused", words))
            else:
                results.append(SentMessage(row, "done", message_id=message_id))
    return results


async def preview_list_message(tx: ElevatedTransaction, arguments: ListMessage) -> ListPreview:
    """Whom the message reaches, and how the first person reads it; nothing is sent."""
    _check(arguments)
    readers, unreachable = await _readers(tx, arguments)
    texted = [one.user_id for one in readers if one.user_id and one.texted]
    phones = await message_queries.phones(tx, texted)
    subject, paragraphs = _filled(arguments, readers[0].values() if readers else {})
    to = readers[0].email if readers else None
    return ListPreview(len(readers), len(phones), unreachable, to, subject, paragraphs)


async def list_message_states(
    tx: ElevatedTransaction, arguments: MessageIds
) -> list[queries.MessageState]:
    """How far the mails of a message to a list are."""
    return await queries.list_states(tx, arguments.message_ids)


def _check(arguments: ListMessage) -> None:
    """Raise `Invalid` for no words, an unknown value, or no rows."""
    if not (arguments.subject.strip() and arguments.message.strip()):
        raise Invalid("Please write a subject and a message.")
    for name in _VALUE.findall(f"{arguments.subject} {arguments.message}"):
        if name.lower() not in VALUES:
            known = ", ".join(f"{{{{{one}}}}}" for one in VALUES)
            raise Invalid(f"There is no {{{{{name}}}}}. A message can name {known}.")
    if bool(arguments.booking_ids) == bool(arguments.user_ids):
        raise Invalid("Please choose bookings or customers.")


def _filled(arguments: ListMessage, values: dict[str, str]) -> tuple[str, list[str]]:
    def fill(text: str) -> str:
        return _VALUE.sub(lambda found: values.get(found[1].lower(), found[0]), text)

    parts = arguments.message.strip().split("\n\n")
    subject = " ".join(fill(arguments.subject).split())
    return subject, [fill(one.strip()) for one in parts if one.strip()]


async def _readers(
    tx: ElevatedTransaction, arguments: ListMessage
) -> tuple[list[_Reader], list[BulkResult]]:
    """The people of a list in its order, each once, and the rows that reach no person."""
    found: dict[str, _Reader] = {}
    unreachable: list[BulkResult] = []
    if arguments.user_ids:
        customers = await queries.list_customers(tx, arguments.user_ids)
        for user_id in dict.fromkeys(arguments.user_ids):
            customer = customers.get(user_id)
            if customer is None:
                unreachable.append(BulkResult(user_id, "refused", "This account is gone."))
                continue
            bookings = [] if customer.booking is None else [customer.booking]
            found[customer.email] = _Reader(
                customer.email, user_id, customer.full_name, [user_id], bookings
            )
        return list(found.values()), unreachable
    held = await queries.lock_bookings(tx, arguments.booking_ids)
    named = await queries.list_named(tx, arguments.booking_ids)
    for booking_id in dict.fromkeys(arguments.booking_ids):
        booking = held.get(booking_id)
        if booking is None or not booking.email:
            why = "This booking is gone." if booking is None else "It has no email address."
            unreachable.append(BulkResult(booking_id, "refused", why))
            continue
        reader = found.setdefault(
            booking.email.lower(), _Reader(booking.email, booking.user_id, None, [], [])
        )
        reader.rows.append(booking_id)
        reader.bookings.append(booking)
        reader.named = reader.named and booking_id in named
    return list(found.values()), unreachable


async def _send(tx: ElevatedTransaction, reader: _Reader, arguments: ListMessage) -> int | None:
    subject, paragraphs = _filled(arguments, reader.values())
    link, code = "/customer-dashboard", None
    if reader.bookings:
        first = reader.bookings[0]
        link = await guest_links.for_booking(tx, first.row, link)
        # Of several bookings an account shows all, and a guest's link the first.
        code = first.code if len(reader.bookings) == 1 or not reader.user_id else None
    message_id = await messages.tell_account(
        tx,
        reader.user_id,
        cause=f"staff-message:{reader.rows[0]}:{uuid4()}",
        kind="staff_message",
        to=reader.email,
        data={"subject": subject, "paragraphs": paragraphs, "code": code, "link": link},
        texted=reader.texted,
    )
    if message_id is None:
        return None
    kept = {"subject": subject, "message": "\n\n".join(paragraphs)}
    for booking in reader.bookings:
        await record_queries.store_note(tx, booking.id, "message", kept)
    if not reader.bookings:
        await record_queries.store_note(tx, reader.rows[0], "message", kept, table="users")
    return message_id


COMMANDS: Final[tuple[Command, ...]] = (
    Command("message_list", ListMessage, message_list, OFFICE, elevated=True),
    Command(
        "preview_list_message",
        ListMessage,
        preview_list_message,
        OFFICE,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "list_message_states",
        MessageIds,
        list_message_states,
        OFFICE,
        repeatable=True,
        elevated=True,
    ),
)
