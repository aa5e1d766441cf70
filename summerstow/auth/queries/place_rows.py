"""Where accounts have signed in from."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import asyncpg

from summerstow.kit.database import Transaction

Row = asyncpg.Record


async def knows_network(tx: Transaction, user_id: UUID, network: str | None) -> bool:
    """Whether the account has signed in from this network before."""
    found = await tx.fetchval(
        "select exists (select from auth.known_places where user_id = $1 and network = $2)",
        user_id,
        network,
    )
    return bool(found)


async def remember(
    tx: Transaction, user_id: UUID, *, program: str, network: str, now: datetime
) -> bool:
    """Note a sign-in from here; True where the account has been elsewhere, and never here."""
    row = await tx.fetchrow(
        "insert into auth.known_places as k (user_id, program, network, first_seen_at, "
        "last_seen_at) values ($1, $2, $3, $4, $4) on conflict (user_id, program, network) "
        "do update set last_seen_at = excluded.last_seen_at returning "
        # No transaction has replaced a row that this statement made.
        "xmax = 0 as is_new, "
        # As it was before this statement.
        "exists (select from auth.known_places o where o.user_id = $1) as has_others",
        user_id,
        program,
        network,
        now,
    )
    return row is not None and row["is_new"] and row["has_others"]
