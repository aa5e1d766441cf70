"""Reads that a standby may answer: with all that the primary had when they came in, or not at all.

Whoever has just written something finds it, whichever host and whichever server answers: before a
read the primary is asked how far its log goes (one question for all reads that come in meanwhile),
and a standby that has not come so far leaves the read to the primary. Row policies are the same
there, since they are part of the data.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import asyncpg

from summerstow.kit.actor import Actor
from summerstow.kit.errors import Unavailable
from summerstow.kit.observability import log, metrics

from .connecting import NO_STANDBY
from .pool import Database
from .transaction import Transaction

T = TypeVar("T")

#: Seconds by which what a visitor sees of free places may be older than the primary.
A_LITTLE: Final = 1.0
#: Seconds for which such reads go on by the last answer while the primary gives none: as long as
#: another one needs to take over.
_PRIMARY_AWAY: Final = 30.0
#: Seconds that a standby has for a read before the primary is asked, and for which one that was
#: away is left alone.
_PATIENCE: Final = 3.0
_LEFT_ALONE: Final = 5.0
#: It is behind; it follows nobody any more; a replayed change was in the way; it cannot do what was
#: asked.
_BEHIND: Final = "SP003"
_CONFLICTS: Final = frozenset({"40001", "40P01", "57014"})
_CANNOT: Final = frozenset({"25006", "0A000", "55000"})

_READS = metrics.counter(
    "db_standby_reads", "Reads meant for a standby, by what became of them.", "outcome"
)
_log = log.get("standby")


class Reads:
    """Where reads go that a standby may answer; to the primary alone where there is none.

    `connect`: what `asyncpg.connect` takes for the standby, or None.
    """

    def __init__(self, primary: Database, connect: dict[str, Any] | None, *, size: int = 10):
        self._primary = primary
        self._standby: Database | None = None
        if connect is not None:
            self._standby = Database(connect, size=size, standby=True)
        self._gathering: asyncio.Task[str] | None = None
        self._asking = asyncio.Lock()
        self._known = ""
        self._known_at = float("-inf")
        self._left_alone_until = float("-inf")

    @property
    def has_standby(self) -> bool:
        """Whether a standby is named at all."""
        return self._standby is not None

    async def close(self) -> None:
        """Close the connections to the standby."""
        if self._standby is not None:
            await self._standby.close()

    async def read(
        self,
        actor: Actor,
        work: Callable[[Transaction], Awaitable[T]],
        *,
        old: float = 0.0,
    ) -> T:
        """What `work` finds; it reads only, and may be run twice.

        `old`: seconds by which its answer may be older than the primary.
        """
        now = asyncio.get_running_loop().time
        standby = self._standby
        if standby is None:
            return await self._at_primary(actor, work)
        if now() < self._left_alone_until:
            _READS.labels("away").inc()
            return await self._at_primary(actor, work)
        try:
            position = await self._position(old)
            async with asyncio.timeout(_PATIENCE):
                async with standby.reading(actor, _not_behind(position)) as tx:
                    found = await work(tx)
        except (Unavailable, TimeoutError, asyncpg.PostgresError) as error:
            outcome = self._outcome(error)
            if outcome is None:
                raise
            if outcome == "away":
                self._left_alone_until = now() + _LEFT_ALONE
                _log.warning("the standby does not answer", error=repr(error))
            _READS.labels(outcome).inc()
            return await self._at_primary(actor, work)
        _READS.labels("answered").inc()
        return found

    def _outcome(self, error: Exception) -> str | None:
        """Why the primary is to answer; None: it would say the same."""
        cause = error.__cause__ if isinstance(error, Unavailable) else error
        code = cause.sqlstate if isinstance(cause, asyncpg.PostgresError) else None
        if code == _BEHIND:
            return "behind"
        if code == NO_STANDBY:
            return "away"
        if code in _CONFLICTS:
            return "conflict"
        if code in _CANNOT:
            return "cannot"
        return "away" if isinstance(error, Unavailable | TimeoutError) else None

    async def _at_primary(self, actor: Actor, work: Callable[[Transaction], Awaitable[T]]) -> T:
        async with self._primary.reading(actor) as tx:
            return await work(tx)

    async def _position(self, old: float) -> str:
        """How far the primary's log went at most `old` seconds ago."""
        age = asyncio.get_running_loop().time() - self._known_at
        if age <= old:
            return self._known
        try:
            return await self._asked()
        except Unavailable:
            if old and age <= _PRIMARY_AWAY:
                return self._known
            raise

    async def _asked(self) -> str:
        """The same, asked after this call: who comes before the question is sent shares it."""
        if self._gathering is None:
            self._gathering = asyncio.create_task(self._ask())
        return await asyncio.shield(self._gathering)

    async def _ask(self) -> str:
        async with self._asking:
            self._gathering = None
            at = asyncio.get_running_loop().time()
            async with self._primary.reading(None) as tx:
                position = str(await tx.fetchval("select pg_current_wal_flush_lsn()::text"))
            self._known, self._known_at = position, at
            return position


def _not_behind(position: str) -> tuple[str]:
    """Ends the transaction on a standby that has not replayed the log up to there.

    Or that was promoted: what it has since is its own, and where the primary lives still, old.
    """
    return (
        "do $$ begin if not pg_is_in_recovery() "
        f"then raise exception using errcode = '{NO_STANDBY}'; "
        f"elsif pg_last_wal_replay_lsn() < '{position}'::pg_lsn "
        f"then raise exception using errcode = '{_BEHIND}'; end if; end $$",
    )
