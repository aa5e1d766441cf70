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

_PARAMETER: Final = re.compile(r"\$(\d+)::(text\[\]|[a-z]+)")
_PLAIN: Final = frozenset({"text", "bigint", "integer"})

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

    None where there is nothing that askers differ in, a parameter is a list already, or PostgreSQL
    may leave one out (`or`): alone it says what is wrong with it, as a constant of its plan.
    """
    kinds = {int(number): kind for number, kind in _PARAMETER.findall(text)}
    if " or " in text:
        return None
    if not kinds or not _PLAIN.issuperset(kinds.values()) or "$" in _PARAMETER.sub("", text):
        return None
    each = _PARAMETER.sub(r"g.p\1::\2", text)
    lists = ", ".join(f"${number}::text[]" for number in sorted(kinds))
    names = ", ".join(f"p{number}" for number in sorted(kinds))
    return (
        f"select x.* from unnest({lists}) with ordinality g ({names}, n) "  # noqa: S608
        f"cross join lateral ({each}) x order by g.n"
    )
