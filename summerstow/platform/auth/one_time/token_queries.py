"""One-time tokens and the flows that end in a code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from summerstow.platform.auth.one_time.model import OneTimeToken, UsedLink
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any

#: What keeps the moment of the last message of a kind (docs/wire/auth.md, "User").
_SENT_AT: Final = {
    "confirmation": "confirmation_sent_at",
    "phone_confirmation": "confirmation_sent_at",
    "recovery": "recovery_sent_at",
    "email_change_current": "email_change_sent_at",
    "email_change_new": "email_change_sent_at",
    "phone_change": "phone_change_sent_at",
    "reauthentication": "reauthentication_sent_at",
}


async def put_token(
    tx: Transaction,
    token_id: UUID,
    user_id: UUID,
    kind: str,
    *,
    link_hash: bytes,
    code_hash: bytes,
    flow_state_id: UUID | None,
    password_hash: str | None,
    user_metadata: str | None,
    now: datetime,
) -> None:
    """Store a token in place of the previous one of its kind, with its time."""
    await tx.execute(
        "insert into auth.one_time_tokens (id, user_id, kind, link_hash, code_hash, flow_state_id, "
        "password_hash, user_metadata, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) "
        "on conflict (user_id, kind) do update set id = excluded.id, "
        "link_hash = excluded.link_hash, code_hash = excluded.code_hash, wrong_guesses = 0, "
        "flow_state_id = excluded.flow_state_id, password_hash = excluded.password_hash, "
        "user_metadata = excluded.user_metadata, created_at = excluded.created_at",
        token_id,
        user_id,
        kind,
        link_hash,
        code_hash,
        flow_state_id,
        password_hash,
        user_metadata,
        now,
    )
    await tx.execute(
        f"update auth.users set {_SENT_AT[kind]} = $2 where id = $1",  # noqa: S608
        user_id,
        now,
    )


async def token_by_link(
    tx: Transaction, link_hash: bytes, kinds: Sequence[str], since: datetime
) -> OneTimeToken | None:
    """Return the token of this link, created after `since`, or None."""
    return decoded_if_any(
        OneTimeToken,
        await tx.fetchrow(
            "select * from auth.one_time_tokens where link_hash = $1 and kind = any ($2) "
            "and created_at > $3",
            link_hash,
            list(kinds),
            since,
        ),
    )


async def tokens_of(
    tx: Transaction, user_id: UUID, kinds: Sequence[str], since: datetime
) -> list[OneTimeToken]:
    """The person's tokens that are still good, in the order of `kinds`."""
    return decoded_all(
        OneTimeToken,
        await tx.fetch(
            "select * from auth.one_time_tokens where user_id = $1 and kind = any ($2) "
            "and created_at > $3 order by array_position($2, kind) for update",
            user_id,
            list(kinds),
            since,
        ),
    )


async def token_of(tx: Transaction, user_id: UUID, kind: str) -> OneTimeToken | None:
    """The token of this kind, whatever its age; or None."""
    return decoded_if_any(
        OneTimeToken,
        await tx.fetchrow(
            "select * from auth.one_time_tokens where user_id = $1 and kind = $2", user_id, kind
        ),
    )


async def token_by_id(tx: Transaction, token_id: UUID) -> OneTimeToken | None:
    """The token, or None where it was redeemed or replaced."""
    return decoded_if_any(
        OneTimeToken,
        await tx.fetchrow("select * from auth.one_time_tokens where id = $1", token_id),
    )


async def count_wrong_guess(tx: Transaction, user_id: UUID, kinds: Sequence[str]) -> None:
    """One more wrong guess against the digits."""
    await tx.execute(
        "update auth.one_time_tokens set wrong_guesses = wrong_guesses + 1 "
        "where user_id = $1 and kind = any ($2)",
        user_id,
        list(kinds),
    )


async def take_send_slot(
    tx: Transaction, kind: str, address_hash: bytes, *, now: datetime, free_before: datetime
) -> datetime | None:
    """Note that a message is requested; where one was since `free_before`: when, and no note."""
    slot = await tx.fetchval(
        "insert into auth.message_turns as t (kind, address_hash, at) values ($1, $2, $3) "
        "on conflict (kind, address_hash) do update set at = excluded.at where t.at <= $4 "
        "returning true",
        kind,
        address_hash,
        now,
        free_before,
    )
    if slot:
        await tx.execute("delete from auth.message_turns where at < $1", free_before)
        return None
    last: datetime | None = await tx.fetchval(
        "select at from auth.message_turns where kind = $1 and address_hash = $2",
        kind,
        address_hash,
    )
    return last


async def free_send_slots(tx: Transaction, address_hash: bytes) -> None:
    """Lift the wait for an address whose owner has just proved it."""
    await tx.execute("delete from auth.message_turns where address_hash = $1", address_hash)


async def put_used_link(
    tx: Transaction,
    link_hash: bytes,
    user_id: UUID,
    *,
    browser_hash: bytes,
    session_id: UUID | None,
    flow_state_id: UUID | None,
    now: datetime,
    forget_before: datetime,
) -> None:
    """Remember what a link gave to a browser; older ones are forgotten."""
    await tx.execute("delete from auth.used_links where used_at < $1", forget_before)
    await tx.execute(
        "insert into auth.used_links (link_hash, user_id, browser_hash, session_id, "
        "flow_state_id, used_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        link_hash,
        user_id,
        browser_hash,
        session_id,
        flow_state_id,
        now,
    )


async def used_link(
    tx: Transaction, link_hash: bytes, browser_hash: bytes, since: datetime
) -> UsedLink | None:
    """What this link gave to this browser since then; or None."""
    return decoded_if_any(
        UsedLink,
        await tx.fetchrow(
            "select * from auth.used_links "
            "where link_hash = $1 and browser_hash = $2 and used_at > $3",
            link_hash,
            browser_hash,
            since,
        ),
    )
