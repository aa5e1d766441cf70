"""Statements about part returns that a booking's changes need."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded, decoded_all

from .model import StoredPartReturn

#: Open part returns of booking $1 that a return of everything on day $2 leaves no time for.
_PRECEDED: Final = """
booking_id = $1 and done_at is null and ($2::date is null or member_id is null and day >= $2)
"""


async def preceded(tx: Transaction, booking_id: UUID, back: date | None) -> list[StoredPartReturn]:
    """Open part returns that end with a return on a day; all that are open without a day."""
    rows = await tx.fetch(
        f"select * from app.part_returns where {_PRECEDED} order by day, id",  # noqa: S608 - own text
        booking_id,
        back,
    )
    return decoded_all(StoredPartReturn, rows)


async def settle(
    tx: Transaction, one: StoredPartReturn, state: str, words: str | None, now: datetime
) -> None:
    """Store how a part return ended; a cancelled one gives up its visit."""
    await tx.execute(
        "update app.part_returns set state = $2, words = $3, done_at = $4, slot_id = null "
        "where id = $1",
        one.id,
        state,
        words,
        now,
    )
    if state == "cancelled" and one.way == "bring":
        await tx.execute(
            "delete from public.run_stops where part_return_id = $1 "
            "and state not in ('completed', 'failed')",
            one.id,
        )


async def item_names(tx: Transaction, item_ids: list[UUID]) -> list[str]:
    """Return numbers and names of items, by number."""
    result: list[str] | None = await tx.fetchval(
        "select array_agg(number || '. ' || description order by number) from public.items "
        "where id = any($1)",
        item_ids,
    )
    return result or []


class FriendRecipient(msgspec.Struct, frozen=True):
    """Who hears of a part return: the friend whose it is."""

    user_id: UUID
    full_name: str | None
    email: str


async def recipient(tx: Transaction, member_id: UUID) -> FriendRecipient | None:
    """Return the friend of a share, if the account is still there."""
    row = await tx.fetchrow(
        "select u.id as user_id, u.full_name, u.email from app.plan_members m "
        "join public.users u on u.id = m.user_id where m.id = $1",
        member_id,
    )
    return None if row is None else decoded(FriendRecipient, row)
