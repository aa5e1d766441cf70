"""Reads that many ask at the same time, each with values of their own, as one statement.

It stands for itself, without a transaction, a role or claims: one trip in place of three. A lone
one goes out plain. While it is under way, others of the same text wait, and go together when it is
back: however many pages poll, the database has one statement of them at a time from each process.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import asyncpg

from summerstow.kit.database.pool import Database
from summerstow.rest.grammar.query import Value

from .writer import SqlStatement

#: Askers in one statement.
MOST_TOGETHER: Final = 250
_PARAMETER: Final = re.compile(r"\$(\d+)::(text\[\]|[a-z]+)")
_PLAIN: Final = frozenset({"text", "bigint", "integer"})

#: (the answer's text, how many rows it has), as `reading.read` has it without a count.
Found: TypeAlias = tuple[str | None, int]


@dataclass(frozen=True, slots=True)
class _Asker:
    arguments: Sequence[Value]
    found: asyncio.Future[Found]


class TookTooLong(Exception):
    """The database is there, and had no answer in time."""


class Gathering:
    """Reads without policies, of one process; who may ask what is `trust`'s matter.

    `patience`: the seconds that one of them may take; None: those of the pool.
    """

    def __init__(self, database: Database, patience: float | None = None) -> None:
        self._database = database
        self._patience = patience
        self._waiting: dict[str, list[_Asker]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def fetch(self, statement: SqlStatement, arguments: Sequence[Value]) -> Found:
        """The one row that `statement` answers with these arguments; raises `TookTooLong`."""
        text = statement.text
        waiting = self._waiting.get(text)
        if waiting is not None:
            asker = _Asker(arguments, asyncio.get_running_loop().create_future())
            waiting.append(asker)
            return await asker.found
        if together(text) is None:
            return await self._alone(text, arguments)
        self._waiting[text] = []
        try:
            return await self._alone(text, arguments)
        finally:
            self._go_on(text)

    def _go_on(self, text: str) -> None:
        """Ask for those who have waited meanwhile, if there are any."""
        askers = [one for one in self._waiting[text] if not one.found.done()]
        if not askers:
            del self._waiting[text]
            return
        self._waiting[text] = askers[MOST_TOGETHER:]
        task = asyncio.create_task(self._gathered(text, askers[:MOST_TOGETHER]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _gathered(self, text: str, askers: list[_Asker]) -> None:
        try:
            rows = await self._together(text, askers)
        except asyncpg.PostgresError:
            # One of them asks for what cannot be had; the others are not to blame.
            for one in askers:
                await self._each(text, one)
        except BaseException as error:
            for one in askers:
                if not one.found.done():
                    one.found.set_exception(error)
            if not isinstance(error, Exception):
                raise
        else:
            for one, row in zip(askers, rows, strict=True):
                if not one.found.done():
                    one.found.set_result(row)
        finally:
            self._go_on(text)

    async def _each(self, text: str, asker: _Asker) -> None:
        try:
            row = await self._alone(text, asker.arguments)
        except Exception as error:
            if not asker.found.done():
                asker.found.set_exception(error)
        else:
            if not asker.found.done():
                asker.found.set_result(row)

    async def _alone(self, text: str, arguments: Sequence[Value]) -> Found:
        [row] = await self._rows(text, arguments)
        return row

    async def _together(self, text: str, askers: list[_Asker]) -> list[Found]:
        if len(askers) == 1:
            return [await self._alone(text, askers[0].arguments)]
        gathered = together(text)
        assert gathered is not None
        columns = [
            [str(value) for value in column]
            for column in zip(*(one.arguments for one in askers), strict=True)
        ]
        return await self._rows(gathered, columns)

    async def _rows(self, text: str, arguments: Sequence[object]) -> list[Found]:
        async with self._database.reading(None) as tx:
            connection = await tx.connection()
            try:
                rows = await connection.fetch(text, *arguments, timeout=self._patience)
            except TimeoutError as error:
                late = error
            else:
                return [(row[0], row[1]) for row in rows]
        # A server that is gone is silent, too: that is an outage.
        await self._database.ping()
        raise TookTooLong from late


@functools.lru_cache(maxsize=256)
def together(text: str) -> str | None:
    """The statement that takes a list for each parameter and answers a row for each asker.

    None where there is nothing that askers differ in, or a parameter is a list already.
    """
    kinds = {int(number): kind for number, kind in _PARAMETER.findall(text)}
    if not kinds or not _PLAIN.issuperset(kinds.values()) or "$" in _PARAMETER.sub("", text):
        return None
    each = _PARAMETER.sub(r"g.p\1::\2", text)
    lists = ", ".join(f"${number}::text[]" for number in sorted(kinds))
    names = ", ".join(f"p{number}" for number in sorted(kinds))
    return (
        f"select x.* from unnest({lists}) with ordinality g ({names}, n) "  # noqa: S608
        f"cross join lateral ({each}) x order by g.n"
    )
