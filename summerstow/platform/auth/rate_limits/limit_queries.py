"""Token buckets and password attempts; one statement each, safe under concurrency."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from typing import Final

from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded

# Attempts at an account are counted for each place that it knows, and for all others together. The
# place is looked up even if there is no account: the time must not tell.
_ATTEMPT: Final = """
select u.*, a.key, not $4 or auth.count_attempt(a.key, $5, $6, $7, $8) as counted
from (values (1)) one left join auth.users u on u.{column} = $1
cross join lateral (select $2::text || case when exists (select from auth.known_places k
    where k.user_id = coalesce(u.id, '00000000-0000-0000-0000-000000000000') and k.network = $3)
  then ' ' || $3::cidr::text else '' end) a (key)
"""
_BY_EMAIL: Final = _ATTEMPT.format(column="email")
_BY_PHONE: Final = _ATTEMPT.format(column="phone")


@dataclass(frozen=True, slots=True)
class Counting:
    """How attempts are counted from `now` on: after `free` of them the next waits 1 s, then 2, 4
    and so on, doubled `doublings` times at most. All expire `retention` after the last."""

    now: datetime
    free: int
    doublings: int
    retention: timedelta


async def forget(tx: Transaction, before: datetime) -> None:
    """Drop what has had no effect since `before`."""
    await tx.execute("delete from auth.request_limits where full_at < $1", before)
    await tx.execute("delete from auth.password_attempts where last_at < $1", before)


@dataclass(frozen=True, slots=True)
class Tried:
    """An attempt with a password or digits: its account, if any, and the `key` that counts it.
    Not `counted` means that it comes too soon after the previous attempt."""

    account: Account | None
    key: str
    counted: bool


async def attempt(
    tx: Transaction,
    address: str | None,
    digest: str,
    network: str | None,
    *,
    by_phone: bool,
    counting: Counting | None,
) -> Tried:
    """Return the account of an address, if any, and count the attempt if `counting` is set.

    `digest` stands for the address in the key.
    """
    row = await tx.fetchrow(
        _BY_PHONE if by_phone else _BY_EMAIL,
        address,
        digest,
        network,
        counting is not None,
        *((None,) * 4 if counting is None else astuple(counting)),
    )
    assert row is not None
    account = None if row["id"] is None else decoded(Account, row)
    return Tried(account, row["key"], row["counted"])


async def attempts(tx: Transaction, key: str) -> tuple[int, datetime] | None:
    """How many there were and when the last one was, or None."""
    row = await tx.fetchrow(
        "select attempts, last_at from auth.password_attempts where key = $1", key
    )
    return None if row is None else (row["attempts"], row["last_at"])


async def clear_attempts(tx: Transaction, key: str) -> None:
    """The password was right: begin anew."""
    await tx.execute("delete from auth.password_attempts where key = $1", key)
