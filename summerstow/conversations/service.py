"""Adds what a customer or the office wrote to a conversation (rule: conversation)."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Final
from uuid import UUID

from summerstow.bookings.model import Booking
from summerstow.messages import guest_links
from summerstow.messages import service as messages
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.text import is_blank

from . import queries
from .model import HeldConversation, SenderRole, Via
from .reply import TOKEN_DIGITS

_CONTROL: Final = re.compile(r"[^\S\n]|[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def missing() -> AppError:
    """Return the refusal of a conversation that does not exist or is another customer's."""
    return AppError("There is no such conversation.", status=404, code="P0002")


def plain_words(typed: str) -> str:
    """Return a message without control characters. Raises `Invalid` if nothing is left."""
    words = _CONTROL.sub(" ", typed.replace("\r\n", "\n")).strip()
    if is_blank(words):
        raise Invalid("Please write a message.")
    return words


async def add_customer_message(
    tx: ElevatedTransaction, conversation: HeldConversation, message_id: UUID, words: str, via: Via
) -> None:
    """Add what the customer wrote; the same message again changes nothing."""
    if not await _insert(tx, conversation.id, message_id, sender="customer", words=words, via=via):
        return
    now = clock.now()
    hours = published.business().answer_hours
    await queries.reopen(tx, conversation.id, now + timedelta(hours=hours), now)


async def add_answer(
    tx: ElevatedTransaction,
    booking: Booking,
    conversation: HeldConversation,
    message_id: UUID,
    words: str,
    *,
    by_mail: bool,
) -> None:
    """Add the office's answer and mail it; the same answer again changes nothing.

    `by_mail`: the customer can reply to the mail (rule: reply-by-mail).
    """
    token = secrets.token_hex(TOKEN_DIGITS // 2) if by_mail else None
    if not await _insert(
        tx, conversation.id, message_id, sender="office", words=words, via="web", token=token
    ):
        return
    # Not at the booking's address, which may be unproved.
    reader = await queries.reader_of_answers(tx, conversation)
    if reader:
        await messages.tell_account(
            tx,
            conversation.user_id,
            cause=f"office-answered:{booking.id}:{message_id}",
            kind="office_answered",
            to=reader.email,
            data={
                "first_name": messages.greeting(reader.full_name),
                "paragraphs": [one.strip() for one in words.split("\n\n") if one.strip()],
                "by_mail": by_mail,
                "reply_token": token,
                "code": booking.code,
                "link": await guest_links.for_booking(
                    tx, booking.row, "/customer-dashboard#messages", "move"
                ),
            },
        )


async def _insert(
    tx: ElevatedTransaction,
    conversation_id: UUID,
    message_id: UUID,
    *,
    sender: SenderRole,
    words: str,
    via: Via,
    token: str | None = None,
) -> bool:
    inserted = await queries.insert_message(
        tx,
        message_id,
        conversation_id,
        sender_role=sender,
        words=words,
        via=via,
        reply_token_hash=sha256(token.encode()).digest() if token else None,
        now=clock.now(),
    )
    if not inserted and await queries.conversation_of_message(tx, message_id) != conversation_id:
        raise Conflict("This message is in another conversation.")
    return inserted
