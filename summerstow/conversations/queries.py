"""Every statement about conversations."""

# ruff: noqa: S608 - statements are put together from this file's own text

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_if_any

from .model import (
    About,
    Conversation,
    ConversationMessage,
    CustomerConversation,
    HeldConversation,
    Reader,
    SenderRole,
    State,
    Via,
)

#: What a conversation may be about: `t` names its booking, and the friend whose it is, if any.
_SUBJECTS: Final = {
    "invoice": "public.invoices t where t.id",
    "item": "public.items t where t.id",
    "claim": "public.claims l join public.items t on t.id = l.item_id where l.id",
}
_HELD: Final = ", ".join(HeldConversation.__struct_fields__)
_ITEM: Final = "select i.number || '. ' || i.description from public.items i where i.id = "
_CONVERSATION: Final = (
    "c.id, c.booking_id, c.about, c.about_id, c.state, c.answer_due_at, c.created_at, "
    "c.updated_at, case c.about "
    "when 'invoice' then (select i.number from public.invoices i where i.id = c.about_id) "
    f"when 'item' then ({_ITEM}c.about_id) "
    f"when 'claim' then ({_ITEM}(select l.item_id from public.claims l where l.id = c.about_id)) "
    "end as about_name, "
    "(select coalesce(json_agg(json_build_object('id', m.id, 'sender_role', m.sender_role, "
    "'words', m.words, 'via', m.via, 'created_at', m.created_at) "
    "order by m.serial), '[]')::text "
    "from app.conversation_messages m where m.conversation_id = c.id) as messages"
)
_WITH_CUSTOMER: Final = (
    f"select {_CONVERSATION}, coalesce(case when coalesce(c.user_id = b.user_id, true) then "
    "nullif(trim(concat_ws(' ', coalesce(b.first_name, b.guest_first_name), "
    "coalesce(b.last_name, b.guest_last_name))), '') end, nullif(u.full_name, ''), "
    "'Customer') as customer, u.customer_id, k.campus "
    "from app.conversations c join public.bookings b on b.id = c.booking_id "
    "join public.campuses k on k.id = b.campus_id "
    "left join public.users u on u.id = c.user_id "
)
_MESSAGES: Final = msgspec.json.Decoder(list[ConversationMessage])


async def is_of(
    tx: ElevatedTransaction, about: About, about_id: UUID, *, booking_id: UUID, user_id: UUID
) -> bool:
    """Return whether an invoice, item or claim of a booking is this person's: owner or friend."""
    return bool(
        await tx.fetchval(
            f"select exists (select from {_SUBJECTS[about]} = $1 and t.booking_id = $2 and $3 = "
            "case when t.member_id is null "
            "then (select b.user_id from public.bookings b where b.id = $2) "
            "else (select m.user_id from app.plan_members m where m.id = t.member_id) end)",
            about_id,
            booking_id,
            user_id,
        )
    )


async def insert(
    tx: ElevatedTransaction,
    conversation_id: UUID,
    *,
    booking_id: UUID,
    user_id: UUID | None,
    about: About,
    about_id: UUID | None,
    now: datetime,
) -> None:
    """Insert a conversation if its id is new."""
    await tx.execute(
        "insert into app.conversations (id, booking_id, user_id, about, about_id, created_at, "
        "updated_at) values ($1, $2, $3, $4, $5, $6, $6) on conflict (id) do nothing",
        conversation_id,
        booking_id,
        user_id,
        about,
        about_id,
        now,
    )


async def hold(tx: ElevatedTransaction, conversation_id: UUID) -> HeldConversation | None:
    """Lock a conversation."""
    row = await tx.fetchrow(
        f"select {_HELD} from app.conversations where id = $1 for update", conversation_id
    )
    return None if row is None else HeldConversation(**dict(row))


async def hold_by_reply_token(tx: ElevatedTransaction, hashed: bytes) -> HeldConversation | None:
    """Lock the conversation with the answer whose mail has this secret."""
    row = await tx.fetchrow(
        f"select {_HELD} from app.conversations where id = (select conversation_id "
        "from app.conversation_messages where reply_token_hash = $1) for update",
        hashed,
    )
    return None if row is None else HeldConversation(**dict(row))


async def addresses_of_customer(
    tx: ElevatedTransaction, conversation: HeldConversation
) -> set[str]:
    """Return the addresses that the customer has proved, in lower case."""
    rows = await tx.fetch(
        "select lower(b.email) as email from public.bookings b "
        "where b.id = $1 and b.email is not null and app.may_be_named(b) "
        "and coalesce(b.user_id = $2, true) "
        "union select email from auth.users where id = $2 and email_confirmed_at is not null",
        conversation.booking_id,
        conversation.user_id,
    )
    return {row["email"] for row in rows}


async def reader_of_answers(
    tx: ElevatedTransaction, conversation: HeldConversation
) -> Reader | None:
    """Return whom answers are mailed to, at an address that they have proved; None without one."""
    row = await tx.fetchrow(
        "select a.email, u.full_name from auth.users a join public.users u on u.id = a.id "
        "where a.id = $1 and a.email_confirmed_at is not null "
        "union all select b.email, coalesce(b.first_name, b.guest_first_name) "
        "from public.bookings b "
        "where $1::uuid is null and b.id = $2 and b.email is not null and app.may_be_named(b)",
        conversation.user_id,
        conversation.booking_id,
    )
    return decoded_if_any(Reader, row)


async def booking_of(tx: ElevatedTransaction, conversation_id: UUID) -> UUID | None:
    """Return the booking of a conversation."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from app.conversations where id = $1", conversation_id
    )
    return result


async def insert_message(
    tx: ElevatedTransaction,
    message_id: UUID,
    conversation_id: UUID,
    *,
    sender_role: SenderRole,
    words: str,
    via: Via,
    reply_token_hash: bytes | None,
    now: datetime,
) -> bool:
    """Insert a message; False if its id is in use."""
    return bool(
        await tx.fetchval(
            "insert into app.conversation_messages (id, conversation_id, sender_role, words, "
            "via, reply_token_hash, created_at) values ($1, $2, $3, $4, $5, $6, $7) "
            "on conflict (id) do nothing returning true",
            message_id,
            conversation_id,
            sender_role,
            words,
            via,
            reply_token_hash,
            now,
        )
    )


async def conversation_of_message(tx: ElevatedTransaction, message_id: UUID) -> UUID | None:
    """Return the conversation that a message is in."""
    result: UUID | None = await tx.fetchval(
        "select conversation_id from app.conversation_messages where id = $1", message_id
    )
    return result


async def last_customer_message(tx: ElevatedTransaction, conversation_id: UUID) -> UUID | None:
    """Return the customer's newest message."""
    result: UUID | None = await tx.fetchval(
        "select id from app.conversation_messages where conversation_id = $1 "
        "and sender_role = 'customer' order by serial desc limit 1",
        conversation_id,
    )
    return result


async def reopen(
    tx: ElevatedTransaction, conversation_id: UUID, due_at: datetime, now: datetime
) -> None:
    """Note that the customer waits: of several messages the first sets when an answer is due."""
    await tx.execute(
        "update app.conversations set state = 'open', "
        "answer_due_at = coalesce(answer_due_at, $2), updated_at = $3 where id = $1",
        conversation_id,
        due_at,
        now,
    )


async def set_state(
    tx: ElevatedTransaction, conversation_id: UUID, state: State, now: datetime
) -> None:
    """Store that the office owes no answer any more."""
    await tx.execute(
        "update app.conversations set state = $2, answer_due_at = null, updated_at = $3 "
        "where id = $1",
        conversation_id,
        state,
        now,
    )


async def list_of_booking(
    tx: ElevatedTransaction, booking_id: UUID, user_id: UUID
) -> list[Conversation]:
    """Return a customer's conversations about a booking, also a guest's, the newest first."""
    rows = await tx.fetch(
        f"select {_CONVERSATION} from app.conversations c "
        "where c.booking_id = $1 and (c.user_id = $2 or c.user_id is null "
        "and exists (select from public.bookings where id = $1 and user_id = $2)) "
        "order by c.updated_at desc, c.id",
        booking_id,
        user_id,
    )
    return [Conversation(**_decoded(dict(row))) for row in rows]


async def list_by_state(
    tx: ElevatedTransaction, state: State | None, limit: int
) -> list[CustomerConversation]:
    """Return conversations: open ones first, by the time their answer is due."""
    rows = await tx.fetch(
        _WITH_CUSTOMER + "where $1::text is null or c.state = $1 "
        "order by c.answer_due_at nulls last, c.updated_at desc, c.id limit $2",
        state,
        limit,
    )
    return [CustomerConversation(**_decoded(dict(row))) for row in rows]


async def one(tx: ElevatedTransaction, conversation_id: UUID) -> CustomerConversation | None:
    """Return a conversation with its customer."""
    row = await tx.fetchrow(_WITH_CUSTOMER + "where c.id = $1", conversation_id)
    return None if row is None else CustomerConversation(**_decoded(dict(row)))


async def delete_old(tx: ElevatedTransaction, now: datetime, kept: timedelta) -> None:
    """Delete conversations in which nothing was written for so long, if no answer is due."""
    await tx.execute(
        "delete from app.conversations where state <> 'open' and updated_at < $1", now - kept
    )


def _decoded(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"messages": _MESSAGES.decode(row["messages"])}
