"""Token buckets and password attempts; each check is one statement, whoever else is asking."""

from __future__ import annotations

from datetime import datetime, timedelta

from summerstow.kit.database.transaction import Transaction


async def forget(tx: Transaction, before: datetime) -> None:
    """Drop what has had no effect since `before`."""
    await tx.execute("delete from auth.request_limits where full_at < $1", before)
    await tx.execute("delete from auth.password_attempts where last_at < $1", before)


async def attempt(
    tx: Transaction, key: str, *, now: datetime, free: int, doublings: int, kept: timedelta
) -> bool:
    """Count an attempt; False where it comes too soon after the one before, and counts for nothing.

    After `free` attempts the next waits 1 s, then 2, 4 and so on, doubled `doublings` times at
    most; `kept` after the last one all are forgotten.
    """
    counted = await tx.fetchval(
        "insert into auth.password_attempts as a (key, attempts, last_at) values ($1, 1, $2) "
        "on conflict (key) do update set last_at = $2, "
        "attempts = case when a.last_at + $5::interval <= $2 then 1 else a.attempts + 1 end "
        "where a.attempts < $3 or a.last_at + $5 <= $2 or a.last_at + "
        "interval '1 second' * 2 ^ least(a.attempts - $3, $4) <= $2 returning true",
        key,
        now,
        free,
        doublings,
        kept,
    )
    return bool(counted)


async def attempts(tx: Transaction, key: str) -> tuple[int, datetime] | None:
    """How many there were and when the last one was, or None."""
    row = await tx.fetchrow(
        "select attempts, last_at from auth.password_attempts where key = $1", key
    )
    return None if row is None else (row["attempts"], row["last_at"])


async def clear_attempts(tx: Transaction, key: str) -> None:
    """The password was right: begin anew."""
    await tx.execute("delete from auth.password_attempts where key = $1", key)
