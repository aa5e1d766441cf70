"""Customers write to the office, and the office answers (rule: conversation)."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID, uuid5

import msgspec

from summerstow.bookings import authorization
from summerstow.bookings import queries as bookings
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.items.queries import share_of
from summerstow.bookings.links.answers import LinkOpened, booking_of_link
from summerstow.platform import clock
from summerstow.platform.commands import Command, Subject
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import OFFICE, PEOPLE, SIGNED_IN

from . import queries, service
from .model import MAX_WORDS, About, Conversation, CustomerConversation, State

_MESSAGES: Final = Limit("messages to the office", 60, 3600, burst=20)
_MOST_SHOWN: Final = 200
_Words = Annotated[str, msgspec.Meta(max_length=MAX_WORDS)]


class WriteToOffice(OneBooking, forbid_unknown_fields=True, kw_only=True):
    """A message of the caller's. `id` and `conversation_id` are chosen by the caller.

    `about_id` names the invoice, item or claim; the booking and the count need none.
    """

    id: UUID
    conversation_id: UUID
    about: About = "booking"
    about_id: UUID | None = None
    words: _Words


class WriteByLink(LinkOpened, forbid_unknown_fields=True):
    """A message by the link of a mail about a pickup. `id` is chosen by the caller."""

    id: UUID
    words: _Words


class InState(msgspec.Struct, forbid_unknown_fields=True):
    """Conversations in a state; without one, in any."""

    state: State | None = None


class OneConversation(msgspec.Struct, forbid_unknown_fields=True):
    """A conversation."""

    id: UUID


class AnswerConversation(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An answer, `id` chosen by the caller; without words the conversation is closed unanswered.

    `seen_message_id` is the customer's newest message that the caller has read.
    """

    id: UUID
    conversation_id: UUID
    seen_message_id: UUID
    words: _Words = ""
    close: bool = False


async def write_to_office(tx: ElevatedTransaction, arguments: WriteToOffice) -> list[Conversation]:
    """Add a message, in a new conversation if its id is new; returns the booking's conversations.

    The same message again changes nothing. Raises 404 for what is not the caller's own.
    """
    words = service.plain_words(arguments.words)
    user_id = await _check_own_booking(tx, arguments.booking_id)
    await _check_about(tx, arguments, user_id)
    await queries.insert(
        tx,
        arguments.conversation_id,
        booking_id=arguments.booking_id,
        user_id=user_id,
        about=arguments.about,
        about_id=arguments.about_id,
        now=clock.now(),
    )
    conversation = await queries.hold(tx, arguments.conversation_id)
    if conversation is None or conversation.user_id not in (None, user_id):
        raise service.missing()
    if conversation.booking_id != arguments.booking_id:
        raise Conflict("This conversation is about another booking.")
    await service.add_customer_message(tx, conversation, arguments.id, words, "web")
    return await queries.list_of_booking(tx, arguments.booking_id, user_id)


async def write_by_link(tx: ElevatedTransaction, arguments: WriteByLink) -> None:
    """Add a message to the booking's conversation by link; the answer comes by mail.

    The same message again changes nothing. Raises 404 for a link that works no more.
    """
    words = service.plain_words(arguments.words)
    _, booking = await booking_of_link(tx, arguments.token)
    conversation_id = uuid5(booking.id, "by link")
    await queries.insert(
        tx,
        conversation_id,
        booking_id=booking.id,
        user_id=booking.user_id,
        about="booking",
        about_id=None,
        now=clock.now(),
    )
    held = await queries.hold(tx, conversation_id)
    # Its id can be known: others may have opened one under it.
    if held is None or held.booking_id != booking.id or held.user_id not in (None, booking.user_id):
        raise service.missing()
    await service.add_customer_message(tx, held, arguments.id, words, "web")


async def own_conversations(tx: ElevatedTransaction, arguments: OneBooking) -> list[Conversation]:
    """Return the caller's conversations about a booking, the newest first."""
    user_id = await _check_own_booking(tx, arguments.booking_id)
    return await queries.list_of_booking(tx, arguments.booking_id, user_id)


async def conversations(tx: ElevatedTransaction, arguments: InState) -> list[CustomerConversation]:
    """Return conversations: open ones first, by the time their answer is due."""
    return await queries.list_by_state(tx, arguments.state, _MOST_SHOWN)


async def conversation(tx: ElevatedTransaction, arguments: OneConversation) -> CustomerConversation:
    """Return a conversation with its messages."""
    found = await queries.one(tx, arguments.id)
    if found is None:
        raise service.missing()
    return found


async def _subject(tx: Transaction, arguments: OneConversation) -> Subject:
    async with tx.elevated() as elevated:
        return Subject(booking_id=await queries.booking_of(elevated, arguments.id))


def commands(reply_by_mail: bool) -> tuple[Command, ...]:
    """Every command of conversations; `reply_by_mail`: the mail of an answer can be replied to."""

    async def answer_conversation(
        tx: ElevatedTransaction, arguments: AnswerConversation
    ) -> CustomerConversation:
        """Answer the customer by mail and in My Storage, or close without an answer.

        The same answer again changes nothing. Raises `Conflict` if the customer has written since.
        """
        return await _answer(tx, arguments, by_mail=reply_by_mail)

    return (
        Command(
            "write_to_office",
            WriteToOffice,
            write_to_office,
            SIGNED_IN,
            limit=_MESSAGES,
            repeatable=True,
            elevated=True,
        ),
        Command(
            "write_by_link",
            WriteByLink,
            write_by_link,
            PEOPLE,
            limit=_MESSAGES,
            repeatable=True,
            elevated=True,
        ),
        Command(
            "own_conversations",
            OneBooking,
            own_conversations,
            SIGNED_IN,
            read_only=True,
            elevated=True,
        ),
        Command(
            "conversations",
            InState,
            conversations,
            OFFICE,
            read_only=True,
            reads_customers=True,
            elevated=True,
        ),
        Command(
            "conversation",
            OneConversation,
            conversation,
            OFFICE,
            read_only=True,
            reads_customers=True,
            about=_subject,
            elevated=True,
        ),
        Command(
            "answer_conversation",
            AnswerConversation,
            answer_conversation,
            OFFICE,
            repeatable=True,
            elevated=True,
        ),
    )


async def _check_own_booking(tx: ElevatedTransaction, booking_id: UUID) -> UUID:
    """Return the caller's id if the booking is theirs, or theirs and friends'."""
    user_id = tx.actor.user_id
    if user_id is None or not (
        await bookings.is_of(tx, booking_id, user_id) or await share_of(tx, booking_id, user_id)
    ):
        raise AppError("You have no such booking.", status=404, code="P0002")
    return user_id


async def _check_about(tx: ElevatedTransaction, arguments: WriteToOffice, user_id: UUID) -> None:
    if (arguments.about in ("booking", "count")) != (arguments.about_id is None):
        raise Invalid("An invoice, item or claim is named by its id, and nothing else is.")
    if arguments.about_id is not None and not await queries.is_of(
        tx,
        arguments.about,
        arguments.about_id,
        booking_id=arguments.booking_id,
        user_id=user_id,
    ):
        raise AppError(f"Your booking has no such {arguments.about}.", status=404, code="P0002")


async def _answer(
    tx: ElevatedTransaction, arguments: AnswerConversation, *, by_mail: bool
) -> CustomerConversation:
    if not (arguments.words.strip() or arguments.close):
        raise Invalid("Please write an answer, or close the conversation.")
    booking_id = await queries.booking_of(tx, arguments.conversation_id)
    if booking_id is None:
        raise service.missing()
    booking = await authorization.locked(tx, booking_id)
    held = await queries.hold(tx, arguments.conversation_id)
    if held is None:
        raise service.missing()
    known = await queries.conversation_of_message(tx, arguments.id)
    if known is None:
        last = await queries.last_customer_message(tx, held.id)
        if last != arguments.seen_message_id:
            raise Conflict("The customer has written again. Please read it first.")
        if arguments.words.strip():
            words = service.plain_words(arguments.words)
            await service.add_answer(tx, booking, held, arguments.id, words, by_mail=by_mail)
        state: State = "closed" if arguments.close else "answered"
        await queries.set_state(tx, held.id, state, clock.now())
    return await conversation(tx, OneConversation(held.id))
