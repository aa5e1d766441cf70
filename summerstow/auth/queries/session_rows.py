"""Sessions and how their people were recognised."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import asyncpg

from summerstow.kit.database import Transaction

Row = asyncpg.Record


async def insert_session(
    tx: Transaction,
    session_id: UUID,
    user_id: UUID,
    *,
    method: str,
    user_agent: str | None,
    ip: str | None,
    now: datetime,
) -> None:
    """A new session with its first method (amr)."""
    await tx.execute(
        "with made as (insert into auth.sessions (id, user_id, user_agent, ip, created_at) "
        "values ($1, $2, $3, $4, $5) returning id) "
        "insert into auth.session_methods (session_id, method, at) select id, $6, $5 from made",
        session_id,
        user_id,
        user_agent,
        ip,
        now,
        method,
    )


async def session(tx: Transaction, session_id: UUID) -> Row | None:
    """The session, or None."""
    return await tx.fetchrow("select * from auth.sessions where id = $1", session_id)


async def lock_session(tx: Transaction, session_id: UUID) -> Row | None:
    """The session, for this transaction alone; waits at most five seconds (contract A4.2)."""
    await tx.execute("set local lock_timeout = '5s'")
    return await tx.fetchrow("select * from auth.sessions where id = $1 for update", session_id)


async def session_methods(tx: Transaction, session_id: UUID) -> Sequence[Row]:
    """How the person was recognised, newest first."""
    return await tx.fetch(
        "select method, at from auth.session_methods where session_id = $1 "
        "order by at desc, method",
        session_id,
    )


async def rotate(
    tx: Transaction,
    session_id: UUID,
    *,
    user_agent: str | None,
    ip: str | None,
    keep: int,
    now: datetime,
) -> None:
    """Spend the current refresh token; the last `keep` such moments are remembered."""
    await tx.execute(
        "update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = $2, "
        "refresh_spent_at = (array_prepend($2, refresh_spent_at))[1:$3], "
        "user_agent = $4, ip = $5 where id = $1",
        session_id,
        now,
        keep,
        user_agent,
        ip,
    )


async def delete_session(tx: Transaction, session_id: UUID) -> list[UUID]:
    """End one session; returns the ids that ended."""
    return _ids(await tx.fetch("delete from auth.sessions where id = $1 returning id", session_id))


async def delete_sessions(tx: Transaction, user_id: UUID, *, but: UUID | None = None) -> list[UUID]:
    """End all sessions of a person but one; returns the ids that ended."""
    return _ids(
        await tx.fetch(
            "delete from auth.sessions where user_id = $1 and id is distinct from $2 returning id",
            user_id,
            but,
        )
    )


async def standing(tx: Transaction, user_id: UUID, session_id: UUID | None) -> Row | None:
    """The role of a person whose session (if the token names one) is alive; else None."""
    return await tx.fetchrow(
        "select p.role from auth.users u join public.users p on p.id = u.id where u.id = $1 "
        "and (u.banned_until is null or u.banned_until <= now()) "
        "and ($2::uuid is null or exists (select from auth.sessions s where s.id = $2 "
        "and s.user_id = u.id and (s.not_after is null or s.not_after > now())))",
        user_id,
        session_id,
    )


def _ids(rows: Sequence[Row]) -> list[UUID]:
    found: list[Any] = [row["id"] for row in rows]
    return found
