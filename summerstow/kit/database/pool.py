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

from summerstow.kit.actor import ANONYMOUS, SERVICE, Actor
from summerstow.kit.errors import READ_ONLY, Unavailable
from summerstow.kit.observability import log

from .address import Host
from .connecting import Connector
from .outages import outage_in, outages_unavailable
from .pool_wait import PoolWait
from .session import Mode, Session
from .transaction import (
    LAST_WORDS,
    VISITOR_READ,
    VISITOR_WRITE,
    ElevatedTransaction,
    Transaction,
    beginning,
)
from .turns import Turns, private_bytes

#: The pool tells each lost connection with a traceback; whoever needed it says so in a line.
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
_log = log.get("database")
#: Seconds of silence after which the server is asked whether it is still there, and between looks.
_SILENCE: Final = 1.0
_LOOK_EVERY: Final = 0.5
#: Seconds between two looks at what a connection weighs, and from its beginning to the first.
_WEIGH_EVERY: Final = 5.0
#: Seconds after which a connection that nobody uses ends: plans and catalogue are 10 MB of the
#: server in each, and a new one is some ms.
_UNUSED: Final = 5.0


class Database:
    """The pool. `connect` is what `asyncpg.connect` takes: a `dsn`, or host, port and so on.

    `size` connections do the work, or fewer, down to `least`, while those are often free; up to
    `spare` more for as long as none of them comes back. One whose server process holds more than
    `heaviest` bytes for itself ends after its use (the server is on this machine). `patience`: the
    seconds that one statement may take.
    """

    def __init__(
        self,
        connect: dict[str, Any],
        *,
        size: int = 10,
        least: int | None = None,
        spare: int = 0,
        heaviest: int | None = None,
        patience: float = 15,
    ) -> None:
        self._connect = connect
        self._most = size + spare
        self._turns = Turns(size, spare, least=least)
        self._heaviest = heaviest
        self._patience = patience
        self._connector: Connector | None = None
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening = asyncio.Lock()
        self.wait = PoolWait()
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
                    # The first shows at once what is wrong; none is kept up for its own sake.
                    init_size=1,
                    min_size=0,
                    max_size=self._most,
                    max_inactive_connection_lifetime=_UNUSED,
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
        """A read as the actor's role; nobody waits for the end of its transaction.

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

    async def _acquired(self) -> tuple[asyncpg.Pool[Any], PoolConnectionProxy[Any], Session]:
        if self._pool is None:
            await self.open()
        if (pool := self._pool) is None:
            raise Unavailable("the pool is closed")
        with outages_unavailable():
            if self._turns.free and pool.get_idle_size():
                self.wait.none()
                connection = await self._taken(pool)
            else:
                async with self.wait.limited():
                    connection = await self._taken(pool)
        return pool, connection, connection._con  # type: ignore[attr-defined]

    async def _taken(self, pool: asyncpg.Pool[Any]) -> PoolConnectionProxy[Any]:
        await self._turns.begin()
        try:
            return await pool.acquire()
        except BaseException:
            self._turns.end()
            raise

    async def _give_back(
        self, pool: asyncpg.Pool[Any], connection: PoolConnectionProxy[Any], tx: Transaction
    ) -> None:
        self._busy.pop(tx, None)
        self.wait.returned(works=not tx._connection.is_closed())
        try:
            # What was done is done: a connection that ends meanwhile changes nothing.
            with contextlib.suppress(Exception):
                if self._one_too_many(pool) or self._too_heavy(tx._connection):
                    await tx._connection.close(timeout=LAST_WORDS)
                await pool.release(connection, timeout=LAST_WORDS)
        finally:
            self._turns.end()

    def _one_too_many(self, pool: asyncpg.Pool[Any]) -> bool:
        return self._turns.too_many and pool.get_size() >= self._turns.allowed

    def _too_heavy(self, session: Session) -> bool:
        """Whether its plans and what it knows of tables are more than a new connection costs."""
        now = asyncio.get_running_loop().time()
        if self._heaviest is None or now - session.weighed_at < _WEIGH_EVERY:
            return False
        session.weighed_at = now
        return private_bytes(session.get_server_pid()) > self._heaviest

    async def _new_session(self, *_: object, **__: object) -> Session:
        assert self._connector is not None
        session = await self._connector.connect()
        self._sessions.add(session)
        return session

    def _drop(self, host: Host) -> None:
        """End the connections to a server that nobody works with."""
        busy = set(map(id, self._busy.values()))
        for session in list(self._sessions):
            if session.host == host and id(session) not in busy:
                session.terminate()

    async def _look_after_sessions(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            try:
                await self._end_silent()
                await self._end_unneeded()
            except Exception as error:
                # The next look comes: without it nobody would notice a server that is silent.
                _log.warning("a look at the connections failed", error=repr(error))

    async def _end_silent(self) -> None:
        """End what waits for a server that is gone without a farewell.

        The kernel notices a machine that is away; not one that takes everything and says nothing.
        """
        limit = asyncio.get_running_loop().time() - _SILENCE
        silent = {
            session.host
            for tx, session in self._busy.items()
            if tx._asked_at is not None and tx._asked_at < limit
        }
        for host in silent:
            assert self._connector is not None
            if await self._connector.answers(host):
                continue
            for tx, session in list(self._busy.items()):
                asked = tx._asked_at
                if session.host == host and asked is not None and asked < limit:
                    session.terminate()
            self._drop(host)

    async def _end_unneeded(self) -> None:
        """End one connection of a rush that is over, after which nobody has used any."""
        self._turns.look()
        if (pool := self._pool) is None or not pool.get_idle_size() or not self._turns.free:
            return
        if self._one_too_many(pool):
            # It ends as after any other use.
            async with self.reading(None):
                pass


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
        self._pool, self._connection, session = await self._database._acquired()
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
            await self._failed(error)
        elif self._reads and self._tx._begun:
            ending = asyncio.create_task(self._end())
            self._database._ending.add(ending)
            ending.add_done_callback(self._database._ending.discard)
        else:
            try:
                if not self._reads:
                    await self._tx._commit()
            except BaseException as failure:
                await self._failed(failure)
                raise
            await self._give_back()

    async def _failed(self, error: BaseException) -> None:
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
