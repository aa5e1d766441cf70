"""Rate limits: buckets that all worker processes share."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from summerstow.platform import rate_limits
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.database.pool import Database
from summerstow.platform.rate_limits import Bucket, Limit

from . import limit_queries
from .limit_queries import Counting, Tried

#: Passwords that may be tried for one account from one place without any wait.
FREE_ATTEMPTS: Final = 10
#: After that the wait doubles from one second so many times: 64 s at most, so that a guessing
#: stranger does not lock the owner out for longer.
DOUBLINGS: Final = 6
#: The same for six digits, which many messages may have brought: above the /verify limit of one
#: address, so that it slows an attacker with many addresses.
FREE_CODES: Final = 30
_ATTEMPT_RETENTION: Final = timedelta(hours=1)
_SWEEP_EVERY: Final = 2000
#: Empty buckets that a process keeps.
_EMPTY: Final = 2048


class LimitReached(AuthError):
    """429; asking again is right after `seconds`, and not before."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            429,
            "over_request_rate_limit",
            "Request rate limit reached",
            headers={"Retry-After": str(max(1, math.ceil(seconds)))},
        )


class Limits:
    """The buckets; `on` is SUMMERSTOW_RATE_LIMITS. Each check is one statement of its own."""

    def __init__(self, database: Database, now: Callable[[], datetime], *, on: bool) -> None:
        self._database = database
        self._now = now
        self._on = on
        self._refused: LRUCache[str, datetime] = LRUCache(_EMPTY)
        self._checks = 0

    async def take(self, limit: Limit, who: str, count: int = 1) -> None:
        """Take `count` of `who`'s; raises `LimitReached` where that many are not left."""
        if not self._on:
            return
        now = self._now()
        key = self._open_bucket(limit, who, count, now).key
        async with self._database.reading(None) as tx:
            until = await rate_limits.take(tx, limit, who, now=now, count=count)
        if until is None:
            await self._sweep(now)
            return
        if count == 1:
            self._refused[key] = until
        raise LimitReached((until - now).total_seconds())

    def _open_bucket(self, limit: Limit, who: str, count: int, now: datetime) -> Bucket:
        bucket = limit.bucket(who, count)
        # What was refused here is refused again without asking the database: a flood stays cheap.
        until = self._refused.get(bucket.key)
        if until is not None and now < until:
            raise LimitReached((until - now).total_seconds())
        self._checks += 1
        return bucket

    async def attempt(
        self, address: str, network: str | None, *, by_phone: bool, codes: bool = False
    ) -> Tried:
        """Count an attempt with a password or digits before checking it, and return its account.

        Raises `LimitReached` if it comes too soon. Counting first keeps parallel attempts from
        passing the wait. Attempts from a network where the account has signed in before are counted
        apart, so that a guessing stranger does not delay the owner.
        """
        now, free = self._now(), FREE_CODES if codes else FREE_ATTEMPTS
        digest = hashlib.sha256(address.encode()).hexdigest()
        async with self._database.reading(None) as tx:
            tried = await limit_queries.attempt(
                tx,
                # What no account has, and the database would not take.
                None if "\x00" in address or len(address) > 255 else address,
                f"code {digest}" if codes else digest,
                network,
                by_phone=by_phone,
                counting=Counting(now, free, DOUBLINGS, _ATTEMPT_RETENTION) if self._on else None,
            )
            last_attempts = None if tried.counted else await limit_queries.attempts(tx, tried.key)
        if last_attempts is None:
            return tried
        attempts, last = last_attempts
        wait = timedelta(seconds=2 ** min(attempts - free, DOUBLINGS))
        raise LimitReached((last + wait - now).total_seconds())

    async def _sweep(self, now: datetime) -> None:
        """Now and then, drop the buckets that are full again."""
        if self._checks >= _SWEEP_EVERY:
            self._checks = 0
            async with self._database.owner() as tx:
                await limit_queries.forget(tx, now - _ATTEMPT_RETENTION)
