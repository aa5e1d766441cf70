"""PostgreSQL through asyncpg: one pool; a request is one transaction, run as its actor's role."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Final, cast
from weakref import WeakSet

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.errors import READ_ONLY, Unavailable
from summerstow.platform.observability import log, metrics

from .address import Host
from .connecting import Connector
from .outages import outage_in, outages_unavailable
from .session import Mode, Session
from .transaction import (
    LAST_WORDS,
    VISITOR_READ,
    VISITOR_WRITE,
    ElevatedTransaction,
    Transaction,
    beginning,
)

#: asyncpg logs a traceback per lost connection; callers already log one line.
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
_log = log.get("database")
#: Seconds of silence after which the server is pinged, and between checks.
_SILENCE: Final = 1.0
_LOOK_EVERY: Final = 0.5
#: Seconds after which an idle connection is closed: its plans and catalogue take 10 MB or more.
_IDLE_LIFETIME: Final = 60.0
#: Seconds that a caller waits for a connection; then the answer is 503.
_ACQUIRE_TIMEOUT: Final = 15.0

_waits = metrics.histogram("db_pool_wait_seconds", "Time until a connection of the pool was free.")


class Database:
    """A pool of at most `size` connections. `connect` is what `asyncpg.connect` takes.

    `patience`: seconds that one statement may take. `acquire_timeout`: seconds that a caller waits
    for a connection.
    """

    def __init__(
        self,
        connect: dict[str, Any],
        *,
        size: int = 10,
        patience: float = 15,
        acquire_timeout: float = _ACQUIRE_TIMEOUT,
    ) -> None:
        self._connect = connect
        self._size = size
        self._acquire_timeout = acquire_timeout
        self._patience = patience
        self._connector: Connector | None = None
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening = asyncio.Lock()
        self._sessions: WeakSet[Session] = WeakSet()
        self._busy: dict[Transaction, Session] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    @property
    def arguments(self) -> dict[str, Any]:
        """What `asyncpg.connect` takes for the same database."""
        return self._connect

    async def open(self) -> None:
        """Make the pool; raises `Unavailable` while the server cannot be reached."""
        async with self._opening:
            if self._pool is not None:
                return
            with outages_unavailable():
                self._connector = Connector(self._connect, patience=self._patience)
                self._pool = await asyncpg.create_pool(
                    connect=self._new_session,
                    connection_class=Session,
                    # The first connection shows problems at start; idle ones are not maintained.
                    init_size=1,
                    min_size=0,
                    max_size=self._size,
                    max_inactive_connection_lifetime=_IDLE_LIFETIME,
                    reset=_no_reset,
                )
            self._watch = asyncio.create_task(self._look_after_sessions(), name="sessions")

    async def close(self) -> None:
        """Close every connection, waiting at most five seconds for those in use."""
        if self._watch is not None:
            self._watch.cancel()
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), 5)
            except TimeoutError:
                pool.terminate()

    def transaction(self, actor: Actor) -> AbstractAsyncContextManager[Transaction]:
        """One transaction as the actor's role; raises `Unavailable` when the database is gone."""
        return _Loan(self, actor, f"summerstow_{actor.role}")

    def owner(self, actor: Actor = SERVICE) -> AbstractAsyncContextManager[ElevatedTransaction]:
        """One transaction as the schema's owner (accounts, workers); `actor` is for the log."""
        # Without a role it is elevated from its beginning.
        return cast(AbstractAsyncContextManager[ElevatedTransaction], _Loan(self, actor, None))

    def reading(
        self, actor: Actor | None, first: Sequence[str] = ()
    ) -> AbstractAsyncContextManager[Transaction]:
        """A read as the actor's role; callers do not wait for the end of its transaction.

        `first`: statements that are carried out before it, in the same trip.

        None: as the schema's owner. Each statement then stands for itself, unless a pooler may
        give each another connection.
        """
        if actor is None:
            return _Loan(self, ANONYMOUS, None, alone=True)
        return _Loan(self, actor, f"summerstow_{actor.role}", reads=True, first=first)

    def pool(self) -> tuple[int, int]:
        """(open connections of this process, those of them that are in use)."""
        size = self._pool.get_size() if self._pool else 0
        return size, size - (self._pool.get_idle_size() if self._pool else 0)

    async def ping(self) -> None:
        """Return when the database answers; raises `Unavailable` otherwise."""
        async with self.reading(None) as tx:
            await tx.fetchval("select 1")

    async def _acquire(self) -> tuple[asyncpg.Pool[Any], PoolConnectionProxy[Any], Session]:
        if self._pool is None:
            await self.open()
        if (pool := self._pool) is None:
            raise Unavailable("the pool is closed")
        began = asyncio.get_running_loop().time()
        with outages_unavailable():
            connection = await pool.acquire(timeout=self._acquire_timeout)
        metrics.took(_waits, asyncio.get_running_loop().time() - began)
        return pool, connection, connection._con  # type: ignore[attr-defined]

    async def _give_back(
        self, pool: asyncpg.Pool[Any], connection: PoolConnectionProxy[Any], tx: Transaction
    ) -> None:
        self._busy.pop(tx, None)
        # What was done is done: a connection that ends meanwhile changes nothing.
        with contextlib.suppress(Exception):
            await pool.release(connection, timeout=LAST_WORDS)

    async def _new_session(self, *_: object, **__: object) -> Session:
        assert self._connector is not None
        session = await self._connector.connect()
        self._sessions.add(session)
        return session

    def _drop(self, host: Host) -> None:
        """Close the idle connections to a server."""
        busy = set(map(id, self._busy.values()))
        for session in list(self._sessions):
            if session.host == host and id(session) not in busy:
                session.terminate()

    async def _look_after_sessions(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            try:
                await self._end_silent()
            except Exception as error:
                # Keep checking: otherwise a silent server would go unnoticed.
                _log.warning("a look at the connections failed", error=repr(error))

    async def _end_silent(self) -> None:
        """End what waits for a server that is gone without a farewell.

        The kernel notices a machine that is away; not one that takes everything and says nothing.
        """
        limit = asyncio.get_running_loop().time() - _SILENCE
        silent = {
            session.host
            for tx, session in self._busy.items()
            if tx._last_request_at is not None and tx._last_request_at < limit
        }
        for host in silent:
            assert self._connector is not None
            if await self._connector.answers(host):
                continue
            for tx, session in list(self._busy.items()):
                last_request_at = tx._last_request_at
                if session.host == host and last_request_at is not None and last_request_at < limit:
                    session.terminate()
            self._drop(host)


class _Loan(AbstractAsyncContextManager[Transaction]):
    """A connection, and what is done with it.

    `alone`: without a transaction where that is safe. `reads`: its end may come after the answer,
    and `first` is carried out before it. A class, since each request enters one: generators as
    context managers cost as much again as what they do here.
    """

    __slots__ = (
        "_actor",
        "_alone",
        "_connection",
        "_database",
        "_first",
        "_pool",
        "_reads",
        "_role",
        "_tx",
    )

    _pool: asyncpg.Pool[Any]
    _connection: PoolConnectionProxy[Any]
    _tx: Transaction

    def __init__(
        self,
        database: Database,
        actor: Actor,
        role: str | None,
        *,
        alone: bool = False,
        reads: bool = False,
        first: Sequence[str] = (),
    ) -> None:
        self._database = database
        self._actor = actor
        self._role = role
        self._alone = alone
        self._reads = reads
        self._first = first

    async def __aenter__(self) -> Transaction:
        self._pool, self._connection, session = await self._database._acquire()
        waiting: list[str] = []
        if not self._alone or session.mode is not Mode.DIRECT:
            seconds = VISITOR_READ if self._reads else VISITOR_WRITE
            waiting = [*beginning(session, self._actor, self._role, seconds), *self._first]
        self._tx = tx = Transaction(session, self._actor, self._role, waiting)
        self._database._busy[tx] = session
        return tx

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is not None:
            await self._abort(error)
        elif self._reads and self._tx._begun:
            ending = asyncio.create_task(self._end())
            self._database._ending.add(ending)
            ending.add_done_callback(self._database._ending.discard)
        else:
            try:
                if not self._reads:
                    await self._tx._commit()
            except BaseException as failure:
                await self._abort(failure)
                raise
            await self._give_back()

    async def _abort(self, error: BaseException) -> None:
        """Undo it; raises `Unavailable` in place of an outage."""
        session = self._tx._connection
        # A primary that was replaced: none of its connections is of use any more.
        if isinstance(error, asyncpg.PostgresError) and error.sqlstate == READ_ONLY:
            session.terminate()
            self._database._drop(session.host)
        try:
            await self._tx._roll_back()
        finally:
            await self._give_back()
        if isinstance(error, Exception) and outage_in(error):
            raise Unavailable(repr(error)) from error

    async def _end(self) -> None:
        try:
            await self._tx._commit()
        except Exception:
            self._tx._connection.terminate()
        finally:
            await self._give_back()

    async def _give_back(self) -> None:
        await self._database._give_back(self._pool, self._connection, self._tx)


async def _no_reset(connection: asyncpg.Connection[Any]) -> None:
    """Nothing outlives a transaction here: role and claims are set locally."""
    del connection
