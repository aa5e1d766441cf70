"""Rows that are stored with all that follows from them by one call.

Those that come at the same time are one transaction: its beginning and end cost as much as a row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import asyncpg

from summerstow.kit.at_once import AtOnce
from summerstow.kit.database.pool import Database
from summerstow.rest.grammar.query import Value
from summerstow.rest.sql.gathering import Asker, Gathering
from summerstow.rest.sql.write import Calls

from .answer import Outcome

#: Seconds that anybody waits for what is under way before it: longer than it ever takes, unless it
#: waits for somebody else, of whom they may be independent.
_STALLED: Final = 0.5


class _Apart(Exception):
    """Nothing of what was asked together was stored."""


class Inserts(Gathering[Calls, Outcome | None]):
    """Inserts of single rows, by their statements."""

    most_together = 16
    pause = 0.004

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    async def insert(self, calls: Calls, values: Sequence[Value], call: AtOnce) -> Outcome | None:
        """One row and all that follows from it; it stands when this returns.

        None for whatever PostgreSQL refuses: nothing was stored, and the steps say why.
        """
        given = calls.alone.arguments(values, *(value for _, value in call.arguments))
        try:
            outcome = await self.fetch(calls, given)
        except _Apart:
            outcome = await self._alone(calls, given)
        if outcome is not None:
            call.stored()
        return outcome

    def _gathers(self, kind: Calls) -> bool:
        return kind.together is not None

    def _first_waits(self, kind: Calls, waiting: list[Asker[Outcome | None]]) -> None:
        asyncio.get_running_loop().call_later(_STALLED, self._stalled, kind, waiting)

    def _stalled(self, kind: Calls, waiting: list[Asker[Outcome | None]]) -> None:
        if self._waiting.get(kind) is waiting:
            self._go_on(kind)

    async def _alone(self, kind: Calls, arguments: Sequence[object]) -> Outcome | None:
        try:
            async with self._database.reading(None) as tx:
                found = await tx.fetchrow(kind.alone.text, *arguments)
        except asyncpg.QueryCanceledError:
            raise
        except asyncpg.PostgresError:
            return None
        assert found is not None
        return Outcome.read(*found)

    async def _together(self, kind: Calls, given: list[Sequence[object]]) -> list[Outcome | None]:
        assert kind.together is not None
        columns = map(list, zip(*given, strict=True))
        async with self._database.reading(None) as tx:
            try:
                found = await tx.fetch(kind.together.text, *columns)
            except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError) as error:
                # Not an outage here: those who wait for nobody can be stored.
                raise _Apart from error
        stored = {number: Outcome.read(*row) for number, *row in found}
        return [stored.get(number) for number, _ in enumerate(given, 1)]

    async def _apart(self, kind: Calls, askers: list[Asker[Outcome | None]]) -> None:
        # In tasks of their own, so that none waits for what another waits for.
        del kind
        for one in askers:
            one.fails(_Apart())
