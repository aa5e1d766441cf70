"""What a package may add to the writes of a table that it owns; `main.py` holds the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

import asyncpg
import msgspec

from summerstow.platform.database.transaction import Transaction

from .rate_limits import Limit

Row = dict[str, Any]
_Kind = TypeVar("_Kind", bound=msgspec.Struct)


def decoded(kind: type[_Kind], row: Mapping[str, Any] | asyncpg.Record, **more: object) -> _Kind:
    """A row of the database as a struct, by its columns' names; `more` are fields beside them."""
    values = {name: row[name] for name in kind.__struct_fields__ if name not in more}
    return kind(**values, **more)


def decoded_if_any(kind: type[_Kind], row: asyncpg.Record | None) -> _Kind | None:
    """The row as a struct, where there is one."""
    return None if row is None else decoded(kind, row)


def decoded_all(kind: type[_Kind], rows: Sequence[asyncpg.Record]) -> list[_Kind]:
    """Rows as structs."""
    return [decoded(kind, row) for row in rows]


def columns_of(table: str, beside: Mapping[str, object] | None = None) -> msgspec.Meta:
    """Says of a command's result that it is a row of `table`, whose columns the schema names.

    `beside`: further fields, each as a JSON schema.
    """
    return msgspec.Meta(
        extra_json_schema={"x-table": table} | ({"properties": dict(beside)} if beside else {})
    )


#: Rows that commands answer with, as PostgreSQL gives them.
StoredBooking = Annotated[Row, columns_of("bookings")]
StoredItem = Annotated[Row, columns_of("items")]


class TableRules:
    """No-op rules; a package overrides what it needs.

    Rows are JSON values as they cross the wire: dates `YYYY-MM-DD`, ids as strings. Everything runs
    in the request's transaction, as its actor; what must cross owners stands in `tx.elevated()`.
    """

    upsert_allowed = True
    #: No client writes the table itself.
    read_only = False
    #: How many rows a visitor may insert.
    insert_limit: Limit | None = None

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """The rows to insert, validated and completed; raises `AppError`."""
        del tx
        return rows

    async def inserted(self, tx: Transaction, rows: list[Row]) -> bool | None:
        """Consequences of rows that were just stored (full rows).

        True: the rows themselves stand as they were stored, and need not be read again.
        """

    async def check_update(self, tx: Transaction, changes: Row, rows: list[Row]) -> Row:
        """The changes to make to `rows` (as they are, locked), validated; raises `AppError`."""
        del tx, rows
        return changes

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        """Consequences of a change: (row as it was, row as it is)."""

    async def deleted(self, tx: Transaction, rows: list[Row]) -> None:
        """Consequences of a removal (rows as they were)."""
