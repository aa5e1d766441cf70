"""Reads that many ask at the same time.

One stands for itself, without a transaction, a role or claims: one trip in place of three.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from summerstow.kit.database.pool import Database
from summerstow.kit.sized_cache import remembered

from .gathering import Asker, Gathering

#: A parameter, as what it is given, and as what its text is read.
_PARAMETER: Final = re.compile(
    r"\$(\d+)::(text|bigint|integer)(?![a-z\[])(?:::"
    r"(uuid|date|bigint|integer|smallint|boolean|numeric|timestamp with time zone)(?![a-z\[]))?"
)
#: What a plan makes of a parameter once: another type, or words to search for.
_MADE: Final = re.compile(r"g\.p\d+::|tsquery\([^)]*g\.p")

#: (the answer's text, how many rows it has), as `reading.read` has it without a count.
Found: TypeAlias = tuple[str | None, int]


class TookTooLong(TimeoutError):
    """The database is there, and had no answer in time."""


class Polls(Gathering[str, Found]):
    """Reads without policies, by their text; who may ask what is `trust`'s matter.

    `patience`: the seconds that one of them may take, and then `TookTooLong` is raised; None: those
    of the pool.
    """

    most_together = 250
    from_the_first = True

    def __init__(self, database: Database, patience: float | None = None) -> None:
        super().__init__()
        self._database = database
        self._patience = patience

    def _gathers(self, kind: str) -> bool:
        return together(kind) is not None

    async def _alone(self, kind: str, arguments: Sequence[object]) -> Found:
        [row] = await self._rows(kind, arguments)
        return row

    async def _together(self, kind: str, given: list[Sequence[object]]) -> list[Found]:
        gathered = together(kind)
        assert gathered is not None
        columns = [[str(value) for value in column] for column in zip(*given, strict=True)]
        return await self._rows(gathered, columns)

    async def _apart(self, kind: str, askers: list[Asker[Found]]) -> None:
        for one in askers:
            try:
                one.hears(await self._alone(kind, one.arguments))
            except Exception as error:
                one.fails(error)

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


@remembered(1 << 20)
def together(text: str) -> str | None:
    """The statement that takes a list for each parameter and answers a row for each asker.

    All values are read before any row is looked for: one that is none is an error also where no row
    meets another condition. None where there is nothing that askers differ in, a parameter is a
    list already, or what is made of one is a constant when it is asked alone.
    """
    columns: dict[tuple[str, str], str] = {}

    def column(found: re.Match[str]) -> str:
        number, given, read_as = found.groups()
        return f"g.{columns.setdefault((number, read_as or given), f'p{len(columns)}')}"

    each = _PARAMETER.sub(column, text)
    if not columns or "$" in each or _MADE.search(each):
        return None
    numbers = sorted({int(number) for number, _ in columns})
    lists = ", ".join(f"${number}::text[]" for number in numbers)
    names = ", ".join(f"v{number}" for number in numbers)
    values = ", ".join(f"v{number}::{kind} as {name}" for (number, kind), name in columns.items())
    return (
        f"with g as materialized (select {values}, n "  # noqa: S608
        f"from unnest({lists}) with ordinality v ({names}, n)) "
        f"select x.* from g cross join lateral ({each}) x order by g.n"
    )
