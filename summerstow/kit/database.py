"""PostgreSQL through asyncpg: one pool; a request is one transaction, run as its actor's role."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias
from uuid import UUID

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from .actor import SERVICE, Actor
from .errors import Unavailable

Connection: TypeAlias = "asyncpg.Connection[Any] | PoolConnectionProxy[Any]"

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
    """One open transaction. Statements run as the actor's database role under the row policies."""

    __slots__ = ("_after_commit", "_created", "_elevated", "_role", "actor", "connection")

    def __init__(self, connection: Connection, actor: Actor, role: str | None) -> None:
        self.connection = connection
        self.actor = actor
        self._role = role
        self._elevated = 0
        self._created: list[str] = []
        self._after_commit: list[Callable[[], None]] = []

    async def fetch(self, sql: str, *args: object) -> list[asyncpg.Record]:
        """All rows."""
        return await self.connection.fetch(sql, *args)

    async def fetchrow(self, sql: str, *args: object) -> asyncpg.Record | None:
        """The first row or None."""
        return await self.connection.fetchrow(sql, *args)

    async def fetchval(self, sql: str, *args: object) -> Any:
        """The first column of the first row or None."""
        return await self.connection.fetchval(sql, *args)

    async def execute(self, sql: str, *args: object) -> str:
        """Run a statement; returns PostgreSQL's command tag."""
        return await self.connection.execute(sql, *args)

    @asynccontextmanager
    async def elevated(self) -> AsyncIterator[None]:
        """Inside, statements run as the schema's owner: for writes that cross owners."""
        if self._role is not None and self._elevated == 0:
            await self.connection.execute("set local role none")
        self._elevated += 1
        try:
            yield
        finally:
            self._elevated -= 1
            if self._role is not None and self._elevated == 0:
                # After a failed statement nothing but a rollback is heard, which ends it as well.
                with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError):
                    await self.connection.execute(f"set local role {self._role}")

    async def created(self, ids: Iterable[UUID | str]) -> None:
        """Let a signed-out guest insert and read back rows with just these ids."""
        self._created.extend(str(UUID(str(one))) for one in ids)
        self._role = "summerstow_guest"
        await self.connection.execute(
            "set local role summerstow_guest; "
            f"set local app.created = '{{{','.join(self._created)}}}'"
        )

    def after_commit(self, callback: Callable[[], None]) -> None:
        """Run a quick, synchronous callback once the transaction stands."""
        self._after_commit.append(callback)

    def _done(self) -> Sequence[Callable[[], None]]:
        return tuple(self._after_commit)


class Database:
    """The pool. `connect` is what `asyncpg.connect` takes: a `dsn`, or host, port and so on."""

    def __init__(self, connect: dict[str, Any], *, size: int = 10) -> None:
        self._connect = connect
        self._size = size
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening = asyncio.Lock()

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
                    max_inactive_connection_lifetime=300,
                    reset=_no_reset,
                    init=_initialize,
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
        user_id = "" if actor.user_id is None else str(actor.user_id)
        begin = (
            f"begin; set local role {role}; set local app.role = '{actor.role}'; "
            f"set local app.user_id = '{user_id}'"
        )
        async with self._run(begin, actor, role) as tx:
            yield tx

    @asynccontextmanager
    async def owner(self, actor: Actor = SERVICE) -> AsyncIterator[Transaction]:
        """One transaction as the schema's owner (accounts, workers); `actor` is for the log."""
        user_id = "" if actor.user_id is None else str(actor.user_id)
        begin = f"begin; set local app.role = '{actor.role}'; set local app.user_id = '{user_id}'"
        async with self._run(begin, actor, None) as tx:
            yield tx

    async def ping(self) -> None:
        """Return when the database answers; raises `Unavailable` otherwise."""
        async with self.owner() as tx:
            await tx.fetchval("select 1")

    @asynccontextmanager
    async def _run(self, begin: str, actor: Actor, role: str | None) -> AsyncIterator[Transaction]:
        if self._pool is None:
            await self.open()
        pool = self._pool
        if pool is None:
            raise Unavailable("the pool is closed")
        try:
            connection = await pool.acquire(timeout=5)
        except OUTAGES as error:
            raise Unavailable(repr(error)) from error
        tx = Transaction(connection, actor, role)
        try:
            try:
                await connection.execute(begin)
                yield tx
                await connection.execute("commit")
            except BaseException as error:
                await _roll_back(connection)
                if isinstance(error, OUTAGES):
                    raise Unavailable(repr(error)) from error
                raise
        finally:
            await pool.release(connection)
        for callback in tx._done():
            callback()


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


async def _initialize(connection: asyncpg.Connection[Any]) -> None:
    for name in ("json", "jsonb"):
        await connection.set_type_codec(
            name, encoder=str, decoder=str, schema="pg_catalog", format="text"
        )
