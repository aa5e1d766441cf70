"""How often a visitor may ask for something: stated where the thing itself is defined."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from summerstow.platform.database.transaction import Transaction

from .actor import Actor


@dataclass(frozen=True)
class Limit:
    """`amount` in `seconds`, of which `burst` may come at once. One `name` is counted together."""

    name: str
    amount: int
    seconds: int
    burst: int = 30

    @property
    def each(self) -> timedelta:
        """The time until one more request is allowed."""
        return timedelta(seconds=self.seconds) / self.amount

    def bucket(self, who: str, count: int = 1) -> Bucket:
        """What `count` of `who`'s take."""
        cost = self.each * min(count, self.burst)
        return Bucket(f"{self.name} {who}", cost, self.each * self.burst)


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is taken from one bucket: as much of its `whole` as refills in `cost`."""

    key: str
    cost: timedelta
    whole: timedelta


#: `take(actor, limit, count)` counts what a visitor asks for; raises `TooOften`.
TakeOf: TypeAlias = Callable[[Actor, Limit, int], Awaitable[None]]


# True unless the bucket holds less than the cost.
_TAKE: Final = """
insert into auth.request_limits as b (key, full_at) values ($1, $2::timestamptz + $3::interval)
on conflict (key) do update set full_at = greatest(b.full_at, $2) + $3
  where greatest(b.full_at, $2) + $3 <= $2 + $4::interval
returning true
"""


async def take(
    tx: Transaction, limit: Limit, who: str, *, now: datetime, count: int = 1
) -> datetime | None:
    """Take `count` from the bucket of `who`, or nothing: then returns when so many are there.

    The bucket is shared by all processes, and taken from in one statement.
    """
    bucket = limit.bucket(who, count)
    if await tx.fetchval(_TAKE, bucket.key, now, bucket.cost, bucket.whole):
        return None
    return await left_from(tx, limit, who, now=now, cost=bucket.cost)


async def left_from(
    tx: Transaction, limit: Limit, who: str, *, now: datetime, cost: timedelta | None = None
) -> datetime:
    """From when something can be taken again; a moment that is over: now."""
    full_at: datetime | None = await tx.fetchval(
        "select full_at from auth.request_limits where key = $1", f"{limit.name} {who}"
    )
    return (full_at or now) + (cost or limit.each) - limit.each * limit.burst
