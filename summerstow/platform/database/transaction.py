"""One open transaction, run as its actor's role or, elevated, as the schema's owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, cast
from uuid import UUID

import asyncpg

from summerstow.platform.actor import Actor
from summerstow.platform.roles import API_KEY, CUSTOMER, VISITORS

from .session import SESSION, Mode, Session

#: Seconds per statement for visitors: in a read, where only the query takes time, and in a
#: transaction, where a statement may also wait for other transactions.
VISITOR_READ: Final = 3
VISITOR_WRITE: Final = 10
#: The lock that every transaction shares, any number: schema changes take it alone, so that no
#: transaction is using the tables in another order.
GATE: Final = 7305824820
#: Seconds for the end of a transaction that failed, and for giving a connection back.
LAST_WORDS: Final = 2.0


class Transaction:
    """One open transaction. Statements run as the actor's database role under the row policies.

    What needs no answer (begin, who asks, a change of role) waits and goes with one trip ahead of
    the next statement: a trip costs as much as the statement itself.
    """

    __slots__ = (
        "_after_commit",
        "_begun",
        "_connection",
        "_created",
        "_last_request_at",
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
        #: When the last request went to the server, by the event loop's clock.
        self._last_request_at: float | None = None
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
        self._last_request_at = asyncio.get_running_loop().time()
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

    @asynccontextmanager
    async def on_behalf(self, customer: UUID | None) -> AsyncIterator[ElevatedTransaction]:
        """Inside, a customer acts who is not signed in; None: one without an account.

        For who holds a secret that was sent to them: what they do is logged, and counted, as
        theirs. Statements run as the schema's owner.
        """
        before = self.actor
        self._act_as(Actor(CUSTOMER, customer, address=before.address))
        try:
            async with self.elevated() as elevated:
                yield elevated
        finally:
            self._act_as(before)

    def _act_as(self, actor: Actor) -> None:
        self.actor = actor
        self._waiting.append(_acting(actor))

    def created(self, ids: Iterable[UUID | str]) -> None:
        """Let a signed-out guest insert and read back rows with just these ids."""
        self._created.extend(str(UUID(str(one))) for one in ids)
        self._role = "summerstow_guest"
        self._waiting.append("set local role summerstow_guest")
        self._waiting.append(f"set local app.created = '{{{','.join(self._created)}}}'")

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        """If the block raises, undo what it did and nothing else of the transaction."""
        await self.execute("savepoint part")
        callbacks = len(self._after_commit)
        try:
            yield
        except Exception:
            # What waits would restore the role, and the rollback does.
            self._waiting.clear()
            del self._after_commit[callbacks:]
            await self.execute("rollback to savepoint part")
            raise
        finally:
            await self.execute("release savepoint part")

    def keep_plans(self) -> None:
        """Let statements from here on keep the plan that they have on this connection.

        Lists of ids look more costly to PostgreSQL than they are, so that it plans a statement
        anew each time, which takes longer than a short one does.
        """
        self._waiting.append("set local plan_cache_mode = force_generic_plan")

    def after_commit(self, callback: Callable[[], None]) -> None:
        """Run a quick, synchronous callback once the transaction stands."""
        self._after_commit.append(callback)

    async def _commit(self) -> None:
        if self._begun:
            self._last_request_at = asyncio.get_running_loop().time()
            await self._connection.execute("commit")
        for callback in self._after_commit:
            callback()

    async def _roll_back(self) -> None:
        if not self._begun or self._connection.is_closed():
            return
        try:
            await asyncio.shield(self._connection.execute("rollback", timeout=LAST_WORDS))
        except (Exception, asyncio.CancelledError):
            # Its state is unknown, and the next to borrow it must not find a transaction open.
            self._connection.terminate()


class ElevatedTransaction(Transaction):
    """Statements run as the schema's owner: what takes one crosses owners, past row policies."""


def _acting(actor: Actor) -> str:
    """Who asks, for what the database logs and decides."""
    user_id = "" if actor.user_id is None else str(actor.user_id)
    acting = f"set local app.role = '{actor.role}'; set local app.user_id = '{user_id}'"
    if actor.role != API_KEY:
        return acting
    return f"{acting}; set local app.scopes = '{' '.join(sorted(actor.scopes))}'"


def beginning(session: Session, actor: Actor, role: str | None, seconds: int) -> list[str]:
    """The statements at the beginning of a transaction, all of which end with it.

    `seconds`: what one statement of a visitor's may take. Others, and the schema's owner, are
    bounded by the pool's patience alone.
    """
    bounded = role is not None and actor.role in VISITORS
    lent = [] if session.mode is Mode.DIRECT else [f"set local {one}" for one in SESSION]
    return [
        "begin",
        f"select pg_advisory_xact_lock_shared({GATE})",
        *lent,
        f"set local role {role or 'none'}",
        _acting(actor),
        f"set local statement_timeout = {seconds * 1000 if bounded else 0}",
    ]
