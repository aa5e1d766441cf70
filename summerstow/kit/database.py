"""PostgreSQL through asyncpg: one pool; a request is one transaction, run as its actor's role."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias
from uuid import UUID

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from .actor import ANONYMOUS, SERVICE, VISITORS, Actor
from .errors import Unavailable

Connection: TypeAlias = "asyncpg.Connection[Any] | PoolConnectionProxy[Any]"

#: Seconds of one statement of a visitor's: in a read, where nothing but what was asked for takes
#: time, and in a transaction, where a statement may also wait for somebody else's.
VISITOR_READ: Final = 3
VISITOR_WRITE: Final = 10

#: What says that the server is away, restarting or full, and not that a statement was wrong.
OUTAGES: tuple[type[BaseException], ...] = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # The server's farewell came before this statement and the end of the connection after it.
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    OSError,
    TimeoutError,
    ssl.SSLError,
)


class Transaction:
    """One open transaction. Statements run as the actor's database role under the row policies.

    What needs no answer (begin, who asks, a change of role) waits and goes with one trip ahead of
    the next statement: a trip costs as much as the statement itself (stack.md, "row policies").
    """

    __slots__ = ("_after_commit", "_begun", "_connection", "_created", "_role", "_waiting", "actor")

    def __init__(
        self, connection: Connection, actor: Actor, role: str | None, waiting: list[str]
    ) -> None:
        self.actor = actor
        self._connection = connection
        self._role = role
        self._waiting = waiting
        self._begun = False
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

    async def connection(self) -> Connection:
        """The connection, with all that waited carried out: for what only asyncpg itself can do."""
        if self._waiting:
            text, self._waiting = "; ".join(self._waiting), []
            self._begun = True
            await self._connection.execute(text)
        return self._connection

    @asynccontextmanager
    async def elevated(self) -> AsyncIterator[None]:
        """Inside, statements run as the schema's owner: for writes that cross owners."""
        role, self._role = self._role, None
        if role is not None:
            self._waiting.append("set local role none")
        try:
            yield
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
            await self._connection.execute("commit")
        for callback in self._after_commit:
            callback()

    async def _roll_back(self) -> None:
        if self._begun:
            await _roll_back(self._connection)


class Database:
    """The pool. `connect` is what `asyncpg.connect` takes: a `dsn`, or host, port and so on."""

    def __init__(self, connect: dict[str, Any], *, size: int = 10) -> None:
        self._connect = connect
        self._size = size
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening = asyncio.Lock()
        #: Who each connection (by its server process) last read for.
        self._readers: dict[int, str] = {}

    async def open(self) -> None:
        """Make the pool; raises `Unavailable` while the server cannot be reached."""
        async with self._opening:
            if self._pool is not None:
                return
            try:
                self._pool = await asyncpg.create_pool(
                    **self._connect,
                    min_size=1,
                    max_size=self._size,
                    timeout=5,
                    command_timeout=30,
                    # Long statements rarely come twice, and each would be kept on both sides.
                    max_cacheable_statement_size=4096,
                    max_inactive_connection_lifetime=300,
                    reset=_no_reset,
                    init=self._initialize,
                    server_settings={
                        "application_name": "summerstow",
                        "timezone": "UTC",
                        "search_path": "public",
                        "idle_in_transaction_session_timeout": "60000",
                    },
                )
            except OUTAGES as error:
                raise Unavailable(repr(error)) from error

    async def close(self) -> None:
        """Close every connection, waiting at most five seconds for those in use."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), 5)
            except TimeoutError:
                pool.terminate()

    @asynccontextmanager
    async def transaction(self, actor: Actor) -> AsyncIterator[Transaction]:
        """One transaction as the actor's role; raises `Unavailable` when the database is gone."""
        role = f"summerstow_{actor.role}"
        async with self._acquired() as connection:
            waiting = ["begin", f"set local role {role}", *_claims(actor, "set local")]
            waiting.append(_statement_timeout(actor, "set local", VISITOR_WRITE))
            tx = Transaction(connection, actor, role, waiting)
            async with _ended(tx):
                yield tx

    @asynccontextmanager
    async def owner(self, actor: Actor = SERVICE) -> AsyncIterator[Transaction]:
        """One transaction as the schema's owner (accounts, workers); `actor` is for the log."""
        async with self._acquired() as connection:
            waiting = ["begin", "set local role none", *_claims(actor, "set local")]
            waiting.append("set local statement_timeout = 0")
            tx = Transaction(connection, actor, None, waiting)
            async with _ended(tx):
                yield tx

    @asynccontextmanager
    async def reading(self, actor: Actor | None) -> AsyncIterator[Transaction]:
        """A read of one statement as the actor's role, without a transaction around it.

        None: as the schema's owner. Role and claims are set for the connection, ahead of the
        statement, and not again while the same person asks. Every other use of a connection sets
        its own for its transaction.
        """
        role = f"summerstow_{actor.role}" if actor else None
        async with self._acquired() as connection:
            reader = f"{actor.role} {actor.user_id}" if actor else "owner"
            key = connection.get_server_pid()
            waiting: list[str] = []
            if self._readers.get(key) != reader:
                waiting = [f"set role {role or 'none'}", *_claims(actor or ANONYMOUS, "set")]
                waiting.append(_statement_timeout(actor or SERVICE, "set", VISITOR_READ))
                self._readers.pop(key, None)
            tx = Transaction(connection, actor or ANONYMOUS, role, waiting)
            yield tx
            # A reader who asked nothing has set nothing.
            if tx._begun or not waiting:
                self._readers[key] = reader

    async def ping(self) -> None:
        """Return when the database answers; raises `Unavailable` otherwise."""
        async with self.owner() as tx:
            await tx.fetchval("select 1")

    @asynccontextmanager
    async def _acquired(self) -> AsyncIterator[PoolConnectionProxy[Any]]:
        if self._pool is None:
            await self.open()
        pool = self._pool
        if pool is None:
            raise Unavailable("the pool is closed")
        try:
            connection = await pool.acquire(timeout=5)
        except OUTAGES as error:
            raise Unavailable(repr(error)) from error
        try:
            yield connection
        except OUTAGES as error:
            raise Unavailable(repr(error)) from error
        finally:
            await pool.release(connection)

    async def _initialize(self, connection: asyncpg.Connection[Any]) -> None:
        self._readers.pop(connection.get_server_pid(), None)
        for name in ("json", "jsonb"):
            await connection.set_type_codec(
                name, encoder=str, decoder=str, schema="pg_catalog", format="text"
            )


def _claims(actor: Actor, how: str) -> list[str]:
    user_id = "" if actor.user_id is None else str(actor.user_id)
    return [f"{how} app.role = '{actor.role}'", f"{how} app.user_id = '{user_id}'"]


def _statement_timeout(actor: Actor, how: str, seconds: int) -> str:
    """Staff are bounded by the pool's `command_timeout` alone."""
    return f"{how} statement_timeout = {seconds * 1000 if actor.role in VISITORS else 0}"


@asynccontextmanager
async def _ended(tx: Transaction) -> AsyncIterator[None]:
    """Commit what went well, undo what did not."""
    try:
        yield
        await tx._commit()
    except BaseException:
        await tx._roll_back()
        raise


async def _roll_back(connection: Connection) -> None:
    if connection.is_closed():
        return
    try:
        await asyncio.shield(connection.execute("rollback", timeout=5))
    except (Exception, asyncio.CancelledError):
        # Its state is unknown, and the next to borrow it must not find a transaction open.
        connection.terminate()


async def _no_reset(connection: asyncpg.Connection[Any]) -> None:
    """Nothing outlives a transaction here: role and claims are set locally (stack.md, driver)."""
    del connection
