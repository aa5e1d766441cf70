"""What a call's query string asks of its result: columns, filters, order and a page, as of a table.

PostgreSQL carries it out on the result as JSON, with the types that the command's result declares,
so that operators mean the same as in a read. What is selected as it stands keeps its own text.
"""

# ruff: noqa: S608 - identifiers are quoted, types are ours, values are bound

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import inspect

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.http.asgi import Header

from . import answer
from .answer import REPLAYED, Answer, Page
from .grammar.accept import ARRAY, Form
from .grammar.parse import parse, within
from .grammar.prefer import Count, Preferences
from .grammar.query import Parsed, Query
from .planning.catalogue import Catalogue, Table, TableColumn, quoted
from .planning.plan import Output, Source, plan
from .sql import reading
from .sql.writer import BODY, Writer

#: Parameters of a GET that are of the grammar and no arguments.
_GRAMMAR: Final = frozenset({"select", "order", "limit", "offset", "and", "or"})
_FILTER: Final = re.compile(
    r"(?:not\.)?(?:eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|(?:pl|ph|w)?fts|cs|cd|ov|sl|sr|"
    r"nxr|nxl|adj)(?:\([^)]*\))?\."
)
_TYPES: Final[Mapping[type, str]] = {
    inspect.StrType: "text",
    inspect.EnumType: "text",
    inspect.IntType: "bigint",
    inspect.FloatType: "numeric",
    inspect.DecimalType: "numeric",
    inspect.BoolType: "boolean",
    inspect.UUIDType: "uuid",
    inspect.DateType: "date",
    inspect.DateTimeType: "timestamp with time zone",
}


def arguments_of(
    parameters: Iterable[tuple[str, str]], argument_names: Collection[str]
) -> tuple[dict[str, Any], bytes]:
    """Split a GET's parameters into arguments and the query string for the result."""
    arguments, filters = {}, []
    for key, value in parameters:
        if key in _GRAMMAR or (key not in argument_names and ("." in key or _FILTER.match(value))):
            filters.append((key, value))
        else:
            arguments[key] = value
    return arguments, urlencode(filters).encode()


@dataclass(frozen=True, slots=True)
class ResultQuery:
    """What a query string asks of a result; `many`: it is a list of rows, and not one."""

    source: Source
    parsed: Parsed
    many: bool


class Results:
    """Knows the columns of each command's result, where it has rows or is one."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._tables: dict[str, tuple[Table, bool] | None] = {}

    def plan_query(
        self, command: Command, query_string: bytes, window: str | None
    ) -> ResultQuery | None:
        """Read and resolve the query string; None where it asks nothing, or there are no rows.

        Raises `Refused` as a read does. `window`: a `Range` header.
        """
        parsed = within(parse(query_string), window)
        if parsed.query.select == Query().select and all(
            not (one.filters or one.order) and one.limit is None and one.offset is None
            for _, one in parsed.query.levels
        ):
            return None
        if command.name not in self._tables:
            self._tables[command.name] = self._rows_of(command)
        if (row_type := self._tables[command.name]) is None:
            return None
        table, many = row_type
        return ResultQuery(
            plan(parsed.query, table, Catalogue({table.name: table}, ())), parsed, many
        )

    def _rows_of(self, command: Command) -> tuple[Table, bool] | None:
        row = _certain(inspect.type_info(command.result))
        many = isinstance(row, inspect.ListType)
        if isinstance(row, inspect.ListType):
            row = _certain(row.item_type)
        columns: dict[str, TableColumn] = {}
        if isinstance(row, inspect.Metadata):
            # A row of a table, as `columns_of` says it, with what is beside its columns.
            schema = row.extra_json_schema or {}
            if table := self._catalogue.tables.get(schema.get("x-table", "")):
                columns |= table.columns
            for name in schema.get("properties", {}):
                columns[name] = TableColumn(name, "jsonb")
        elif isinstance(row, inspect.StructType):
            for field in row.fields:
                name = field.encode_name
                columns[name] = TableColumn(name, _type(_certain(field.type)))
        return (Table(command.name, columns, (), frozenset()), many) if columns else None


def _certain(kind: inspect.Type) -> inspect.Type:
    """Return the type without null and without its metadata."""
    if isinstance(kind, inspect.UnionType):
        options = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return _certain(options[0]) if len(options) == 1 else kind
    if isinstance(kind, inspect.Metadata) and not isinstance(kind.type, inspect.DictType):
        return _certain(kind.type)
    return kind


def _type(kind: inspect.Type) -> str:
    """PostgreSQL's type for the values of a field."""
    if isinstance(kind, inspect.LiteralType):
        words = all(isinstance(one, str) for one in kind.values)
        return "text" if words else "jsonb"
    return _TYPES.get(type(kind), "jsonb")


class _ResultWriter(Writer):
    """Reads from the rows of a result, which are bound as JSON; `typed`: as a table's values."""

    def __init__(self, *, typed: bool) -> None:
        super().__init__()
        self._typed = typed

    def rows(self, source: Source, alias: str) -> str:
        """The rows with the types of their columns, and each as it came."""
        table_columns = source.table.columns.values()
        columns = ", ".join(f"{quoted(one.name)} {one.type}" for one in table_columns)
        return (
            f"(select e.value as _row, r.* from json_array_elements({self.bind(BODY, 'json')}) e, "
            f"json_to_record(e.value) r({columns})) {alias}"
        )

    def output(self, source: Source, alias: str, output: Output) -> str:
        """The column as JSON, unless the query takes a part of it or casts it."""
        reference = output.reference
        if (
            output.counts
            or output.cast is not None
            or (reference is not None and (reference.steps or self._typed))
        ):
            return super().output(source, alias, output)
        names = (
            [(one, one) for one in source.table.columns]
            if reference is None
            else [(reference.column.name, output.name)]
        )
        if self._typed:
            return ", ".join(f"{alias}.{quoted(key)}" for key, _ in names)
        return ", ".join(f"{alias}._row -> {_text(key)} as {quoted(name)}" for key, name in names)


def _text(name: str) -> str:
    return "e'" + name.replace("\\", "\\\\").replace("'", "''") + "'"


async def page(
    tx: Transaction, query: ResultQuery, text: bytes, form: Form, preferences: Preferences
) -> Answer:
    """Return the queried part of the result `text`; raises as a read does."""
    count: Count | None = None if preferences.count is None else "exact"
    # In CSV a text that came as JSON would be quoted twice.
    csv = form.kind == "csv"
    alone = not query.many and not csv
    statement = reading.read(
        query.source, ARRAY if alone else form, count, writer=_ResultWriter(typed=csv)
    )
    rows_text = text.decode() if query.many else f"[{text.decode()}]"
    row = await tx.fetchrow(statement.text, *statement.arguments(query.parsed.values, rows_text))
    assert row is not None
    body, returned = row[0], row[1]
    if alone:
        rows = msgspec.json.decode(body, type=list[msgspec.Raw])
        body = bytes(rows[0]).decode() if rows else "null"
    slot = query.source.offset
    offset = 0 if slot is None else int(str(query.parsed.values[slot]))
    total = None if count is None else row[2] if len(row) > 2 else returned
    return answer.page(Page(body, returned, offset, total), query.source, form, preferences, None)


def mark_replayed(response: Answer) -> Answer:
    """Mark a response as that of an earlier request."""
    headers: list[Header] = [REPLAYED, *response.headers]
    return Answer(response.status, headers, response.body)
