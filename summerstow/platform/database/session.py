"""A connection to PostgreSQL, and what stands between it and the server."""

from __future__ import annotations

import enum
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, ClassVar, Final

import asyncpg

from .address import Host

#: What each session has, or, behind a pooler, each transaction.
SESSION: Final = ("search_path to public", "idle_in_transaction_session_timeout to 60000")
#: Types with a lower number have it in every database of every server.
_FIRST_OF_A_SERVER: Final = 10_000
_ARRAYS: Final = (
    *("bool", "bytea", "smallint", "int", "bigint", "float8", "numeric", "uuid", "json", "jsonb"),
    *("date", "interval", "timestamptz"),
)

if TYPE_CHECKING:
    _Base = asyncpg.Connection[Any]
else:
    _Base = asyncpg.Connection


class Mode(enum.Enum):
    """What stands between us and the server.

    DIRECT: nothing. PREPARING: a pooler that knows prepared statements. POOLED: any other pooler;
    each statement is parsed anew, inside its transaction.
    """

    DIRECT = enum.auto()
    PREPARING = enum.auto()
    POOLED = enum.auto()


class _NoStatement:
    """Stands in for the introspection statement when no query was necessary."""

    name: Final = "none"


class Session(_Base):
    """A connection that knows whom it speaks to."""

    __slots__ = ("host", "mode")

    host: Host
    mode: Mode
    #: PostgreSQL's built-in types that this process has read, by OID.
    _builtin_types: ClassVar[dict[int, asyncpg.Record]] = {}

    async def learn_types(self) -> None:
        """Read the array types that requests use, once per process."""
        if not self._builtin_types:
            arrays = ", ".join(f"${place}::{one}[]" for place, one in enumerate(_ARRAYS, 1))
            await self.fetch(f"select {arrays}", *(None for _ in _ARRAYS))

    async def _introspect_types(
        self,
        typeoids: Collection[int],
        timeout: float | None,  # noqa: ASYNC109 - asyncpg's signature
    ) -> tuple[list[asyncpg.Record], object]:
        """What asyncpg has to know of types that this connection sees for the first time.

        Each connection would ask for each kind of array, some ms within the first request that has
        one to give.
        """
        if all(one in self._builtin_types for one in typeoids):
            return [self._builtin_types[one] for one in typeoids], _NoStatement
        types, statement = await super()._introspect_types(typeoids, timeout)  # type: ignore[misc]
        self._builtin_types.update(
            {one["oid"]: one for one in types if one["oid"] < _FIRST_OF_A_SERVER}
        )
        return types, statement
