"""A conversation between a customer and the office, and its messages."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, TypeAlias
from uuid import UUID

import msgspec

About: TypeAlias = Literal["booking", "invoice", "item", "claim", "count"]
State: TypeAlias = Literal["open", "answered", "closed"]
SenderRole: TypeAlias = Literal["customer", "office"]
Via: TypeAlias = Literal["web", "mail"]

#: Characters of a message.
MAX_WORDS: Final = 4000


class ConversationMessage(msgspec.Struct, frozen=True):
    """What one side wrote; `via` says whether it came by mail."""

    id: UUID
    sender_role: SenderRole
    words: str
    via: Via
    created_at: datetime


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation as both sides see it.

    `about_name` names the invoice or item. `answer_due_at` is set while the office owes an answer.
    """

    id: UUID
    booking_id: UUID
    about: About
    about_id: UUID | None
    about_name: str | None
    state: State
    answer_due_at: datetime | None
    created_at: datetime
    updated_at: datetime
    messages: list[ConversationMessage]


class CustomerConversation(Conversation, frozen=True, kw_only=True):
    """A conversation as the office lists it, with its customer."""

    customer: str
    customer_id: str | None
    campus: str


class Reader(msgspec.Struct, frozen=True):
    """Who reads the office's answers by mail."""

    email: str
    full_name: str | None


class HeldConversation(msgspec.Struct, frozen=True, kw_only=True):
    """The row of a conversation, locked."""

    id: UUID
    booking_id: UUID
    user_id: UUID | None
