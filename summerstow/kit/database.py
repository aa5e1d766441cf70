"""PostgreSQL through asyncpg: one pool; a request is one transaction, run as its actor's role."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final, cast
from uuid import UUID
from weakref import WeakSet

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from .actor import ANONYMOUS, SERVICE, Actor
from .address import Host
from .connecting import SESSION, Connector, Mode, NotConnectedError, Session
from .errors import Unavailable, is_outage
from .pool_wait import PoolWait
from .roles import VISITORS

#: What says that the server cannot be reached, beside the codes of `is_outage`.
_OUTAGES: Final[tuple[type[BaseException], ...]] = (
    NotConnectedError,
    asyncpg.InterfaceError,
    # The server's farewell came before this statement and the end of the connection after it.
    asyncpg.InternalClientError,
    # The schema changed under a statement that was prepared; the next try prepares it anew.
    asyncpg.InvalidCachedStatementError,
    OSError,
    TimeoutError,
    ssl.SSLError,
)
#: The pool tells each lost connection with a traceback; whoever needed it says so in a line.
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
#: Seconds of one statement of a visitor's: in a read, where nothing but what was asked for takes
#: time, and in a transaction, where a statement may also wait for somebody else's.
VISITOR_READ: Final = 3
VISITOR_WRITE: Final = 10
#: The lock that every transaction shares, any number: who changes the schema takes it alone, so
#: that nobody is in the middle of something that needs the tables in another order.
GATE: Final = 7305824820
#: Seconds of silence after which the server is asked whether it is still there, and between looks.
_SILENCE: Final = 1.0
_LOOK_EVERY: Final = 0.5
#: Seconds for the end of a transaction that failed, and for giving a connection back.
_LAST_WORDS: Final = 2.0


def outage_in(error: BaseException) -> bool:
    """Whether an error says that the database is away, full or read-only, and not what was wrong
    with a statement."""
    if isinstance(error, asyncpg.PostgresError):
        known = isinstance(error, asyncpg.InvalidCachedStatementError)
        return known or is_outage(error.sqlstate)
    return isinstance(error, _OUTAGES)


def console_sentence(error: BaseException) -> str | None:
    """What the operator reads about an outage; None where an error is none."""
    cause = error.__cause__ if isinstance(error, Unavailable) else error
    if isinstance(cause, NotConnectedError):
        return str(cause)
    if isinstance(cause, asyncpg.ReadOnlySQLTransactionError):
        return "The database cannot be written to: name the primary in DATABASE_URL."
    if isinstance(cause, asyncpg.PostgresError) and outage_in(cause):
        return f"The database says: {cause.args[0]}."
    if isinstance(error, Unavailable) or outage_in(error):
        return "The database cannot be reached, or ended the conversation."
    return None


class Transaction:
    """One open transaction. Statements run as the actor's database role under the row policies.

    What needs no answer (begin, who asks, a change of role) waits and goes with one trip ahead of
    the next statement: a trip costs as much as the statement itself.
    """

    __slots__ = (
        "_after_commit",
        "_asked_at",
        "_begun",
        "_connection",
        "_created",
        "_role",
        "_waiting",
        "actor",
    )

    def __init__(
        self, connection: Session, actor: Actor, role: str | None, waiting: list[str]
    ) -> None:
        self.actor = actor
        self._connection = connection
        self._role = role
        self._waiting = waiting
        self._begun = False
        #: When the server was last asked something, by the event loop's clock.
        self._asked_at: float | None = None
        self._created: list[str] = []
        self._after_commit: list[Callable[[], None]] = []

    async def fetch(self, sql: str, *args: object) -> list[asyncpg.Record]:
        """All rows."""
        return await (await self.connection()).fetch(sql, *args)

    async def fetchrow(self, sql: str, *args: object) -> asyncpg.Record | None:
        """The first row or None."""
        return await (await self.connection()).fetchrow(sql, *args)

    async def fetchval(self, sql: str, *args: object) -> Any:
        """The first column of the first row or None."""
        return await (await self.connection()).fetchval(sql, *args)

    async def execute(self, sql: str, *args: object) -> str:
        """Run a statement; returns PostgreSQL's command tag."""
        return await (await self.connection()).execute(sql, *args)

    async def connection(self) -> Session:
        """The connection, with all that waited carried out: for what only asyncpg itself can do."""
        self._asked_at = asyncio.get_running_loop().time()
        if self._waiting:
            text, self._waiting = "; ".join(self._waiting), []
            self._begun = True
            await self._connection.execute(text)
        return self._connection

    @asynccontextmanager
    async def elevated(self) -> AsyncIterator[ElevatedTransaction]:
        """Inside, statements run as the schema's owner: for writes that cross owners."""
        role, self._role = self._role, None
        if role is not None:
            self._waiting.append("set local role none")
        try:
            # The same transaction: the type says what is true of it inside.
            yield cast(ElevatedTransaction, self)
        finally:
            if role is not None:
                self._role = role
                self._waiting.append(f"set local role {role}")

    def created(self, ids: Iterable[UUID | str]) -> None:
        """Let a signed-out guest insert and read back rows with just these ids."""
        self._created.extend(str(UUID(str(one))) for one in ids)
        self._role = "summerstow_guest"
        self._waiting.append("set local role summerstow_guest")
        self._waiting.append(f"set local app.created = '{{{','.join(self._created)}}}'")

    def after_commit(self, callback: Callable[[], None]) -> None:
        """Run a quick, synchronous callback once the transaction stands."""
        self._after_commit.append(callback)

    async def _commit(self) -> None:
        if self._begun:
            self._asked_at = asyncio.get_running_loop().time()
            await self._connection.execute("commit")
        for callback in self._after_commit:
            callback()

    async def _roll_back(self) -> None:
        if not self._begun or self._connection.is_closed():
            return
        try:
            await asyncio.shield(self._connection.execute("rollback", timeout=_LAST_WORDS))
        except (Exception, asyncio.CancelledError):
            # Its state is unknown, and the next to borrow it must not find a transaction open.
            self._connection.terminate()


class ElevatedTransaction(Transaction):
    """Statements run as the schema's owner: what takes one crosses owners, past row policies."""


class Database:
    """The pool. `connect` is what `asyncpg.connect` takes: a `dsn`, or host, port and so on.

    `patience`: the seconds that one statement may take.
    """

    def __init__(self, connect: dict[str, Any], *, size: int = 10, patience: float = 15) -> None:
        self._connect = connect
        self._size = size
        self._patience = patience
        self._connector: Connector | None = None
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening = asyncio.Lock()
        self.wait = PoolWait()
        self._sessions: WeakSet[Session] = WeakSet()
        self._busy: dict[Transaction, Session] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make the pool; raises `Unavailable` while the server cannot be reached."""
        async with self._opening:
            if self._pool is not None:
                return
            with _told():
                self._connector = Connector(self._connect, patience=self._patience)
                self._pool = await asyncpg.create_pool(
                    connect=self._new_session,
                    connection_class=Session,
                    # The first shows at once what is wrong; none is kept up for its own sake.
                    init_size=1,
                    min_size=0,
                    max_size=self._size,
                    max_inactive_connection_lifetime=300,
                    reset=_no_reset,
                )
            self._watch = asyncio.create_task(self._look_for_silence(), name="silence")

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

    @asynccontextmanager
    async def transaction(self, actor: Actor) -> AsyncIterator[Transaction]:
        """One transaction as the actor's role; raises `Unavailable` when the database is gone."""
        async with self._lent(actor, f"summerstow_{actor.role}") as tx:
            yield tx

    @asynccontextmanager
    async def owner(self, actor: Actor = SERVICE) -> AsyncIterator[ElevatedTransaction]:
        """One transaction as the schema's owner (accounts, workers); `actor` is for the log."""
        async with self._lent(actor, None) as tx, tx.elevated() as elevated:
            yield elevated

    @asynccontextmanager
    async def reading(self, actor: Actor | None) -> AsyncIterator[Transaction]:
        """A read as the actor's role; nobody waits for the end of its transaction.

        None: as the schema's owner. Each statement then stands for itself, unless a pooler may
        give each another connection.
        """
        if actor is None:
            async with self._lent(ANONYMOUS, None, alone=True) as tx:
                yield tx
        else:
            async with self._lent(actor, f"summerstow_{actor.role}", reads=True) as tx:
                yield tx

    def pool(self) -> tuple[int, int]:
        """(open connections of this process, those of them that are in use)."""
        size = self._pool.get_size() if self._pool else 0
        return size, size - (self._pool.get_idle_size() if self._pool else 0)

    async def ping(self) -> None:
        """Return when the database answers; raises `Unavailable` otherwise."""
        async with self.reading(None) as tx:
            await tx.fetchval("select 1")

    @asynccontextmanager
    async def _lent(
        self, actor: Actor, role: str | None, *, alone: bool = False, reads: bool = False
    ) -> AsyncIterator[Transaction]:
        """A connection and what is done with it. `alone`: without a transaction where that is
        safe; `reads`: its end may come after the answer."""
        pool, connection, session = await self._acquired()
        waiting = (
            []
            if alone and session.mode is Mode.DIRECT
            else _beginning(session, actor, role, VISITOR_READ if reads else VISITOR_WRITE)
        )
        tx = Transaction(session, actor, role, waiting)
        self._busy[tx] = session
        try:
            with _told():
                try:
                    yield tx
                    if not reads:
                        await tx._commit()
                except asyncpg.ReadOnlySQLTransactionError:
                    # A primary that was replaced: none of its connections is of use any more.
                    session.terminate()
                    self._drop(session.host)
                    raise
        except BaseException:
            await tx._roll_back()
            await self._give_back(pool, connection, tx)
            raise
        if reads and tx._begun:
            ending = asyncio.create_task(self._end(pool, connection, tx))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
        else:
            await self._give_back(pool, connection, tx)

    async def _acquired(self) -> tuple[asyncpg.Pool[Any], PoolConnectionProxy[Any], Session]:
        if self._pool is None:
            await self.open()
        if (pool := self._pool) is None:
            raise Unavailable("the pool is closed")
        with _told():
            async with self.wait.limited():
                connection = await pool.acquire()
        return pool, connection, connection._con  # type: ignore[attr-defined]

    async def _end(
        self, pool: asyncpg.Pool[Any], connection: PoolConnectionProxy[Any], tx: Transaction
    ) -> None:
        try:
            await tx._commit()
        except Exception:
            tx._connection.terminate()
        finally:
            await self._give_back(pool, connection, tx)

    async def _give_back(
        self, pool: asyncpg.Pool[Any], connection: PoolConnectionProxy[Any], tx: Transaction
    ) -> None:
        self._busy.pop(tx, None)
        self.wait.returned(works=not tx._connection.is_closed())
        # What was done is done: a connection that ends meanwhile changes nothing.
        with contextlib.suppress(Exception):
            await pool.release(connection, timeout=_LAST_WORDS)

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

    async def _look_for_silence(self) -> None:
        """End what waits for a server that is gone without a farewell.

        The kernel notices a machine that is away; not one that takes everything and says nothing.
        """
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            limit = loop.time() - _SILENCE
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


def _beginning(session: Session, actor: Actor, role: str | None, seconds: int) -> list[str]:
    """The statements at the beginning of a transaction, all of which end with it.

    `seconds`: what one statement of a visitor's may take. Others, and the schema's owner, are
    bounded by the pool's patience alone.
    """
    bounded = role is not None and actor.role in VISITORS
    user_id = "" if actor.user_id is None else str(actor.user_id)
    lent = [] if session.mode is Mode.DIRECT else [f"set local {one}" for one in SESSION]
    return [
        "begin",
        f"select pg_advisory_xact_lock_shared({GATE})",
        *lent,
        f"set local role {role or 'none'}",
        f"set local app.role = '{actor.role}'",
        f"set local app.user_id = '{user_id}'",
        f"set local statement_timeout = {seconds * 1000 if bounded else 0}",
    ]


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Raise `Unavailable` for every outage."""
    try:
        yield
    except Exception as error:
        if outage_in(error):
            raise Unavailable(repr(error)) from error
        raise


async def _no_reset(connection: asyncpg.Connection[Any]) -> None:
    """Nothing outlives a transaction here: role and claims are set locally."""
    del connection
