"""Pages of long tables: which rows they have is found by keys alone, in an index if there is one.

Counting matches of a word compares every row, so the page is taken from the matches. Another pass
would compare them all again. The same goes for a range of days in an index that has all columns of
the query: the order of all rows would lead past most.

A page that begins later would read whole the rows that it leaves out, and what is embedded in them.
And where an index has rows without a value at the other end than the order, or not at all, two are
read: those with a value, and those without if a page has room for them.
"""

# ruff: noqa: S608 - as in writer.py

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from summerstow.platform.rest.planning.catalogue import SCHEMA, quoted
from summerstow.platform.rest.planning.plan import Output, Sorting, Source, Test

from .writer import Writer, matching, presences

#: Where rows without a value stand.
_End = Literal["first", "last"]


def page(writer: Writer, source: Source) -> str | None:
    """`select …` of a page by the keys of its rows; None: it is read as well without."""
    if not _is_keyed_page(writer, source):
        return None
    begins_later = source.offset is not None and writer.literals.get(source.offset) != 0
    apart = _apart(source.order[0])
    if not begins_later and apart is None and not _sorts_all(source.order[0]):
        return None
    offset = writer.bind(source.offset, "bigint") if begins_later and source.offset else None
    assert source.limit is not None
    most = writer.literals[source.limit]
    if _is_by_hub(source):
        keys = _of_each(writer, source, most, offset)
    elif apart is None:
        keys = _Part(writer, source).select(source.order, str(most), offset)
    else:
        keys = _two_parts(writer, source, apart, most, offset)
    page_source = replace(source, where=(), limit=None, offset=None)
    return writer.select(page_source, among=f"array({keys})")


def counted(writer: Writer, source: Source) -> tuple[str, str] | None:
    """(`matched as materialized (…)`, `select …` of a page of it) where one pass over the table is
    to find both the page and how many match; None: they are better looked for apart."""
    if not ((writer.few or _stand_together(source)) and _is_keyed_page(writer, source)):
        return None
    if any(one.reference.steps or one.through is not None for one in source.order):
        return None
    assert source.limit is not None
    alias = writer.alias()
    key = quoted(source.table.key[0])
    columns = {quoted(one.reference.column.name): one.reference.column for one in source.order}
    values = [f"{one.order_key(alias)} as {name}" for name, one in columns.items() if name != key]
    selection = ", ".join([f"{alias}.{key}", *values])
    matched = (
        f"matched as materialized (select {selection} from {writer.rows(source, alias)}"
        f"{writer.where(source, alias)})"
    )
    terms = ", ".join(
        f"{quoted(one.reference.column.name)}{' desc' if one.term.descending else ''}"
        f"{f' nulls {one.term.nulls}' if one.term.nulls else ''}"
        for one in source.order
    )
    keys = f"select {key} from matched order by {terms} limit {writer.literals[source.limit]}"
    if source.offset is not None and writer.literals.get(source.offset) != 0:
        keys += f" offset {writer.bind(source.offset, 'bigint')}"
    page = replace(source, where=(), limit=None, offset=None)
    return matched, writer.select(page, among=f"array({keys})")


def _is_keyed_page(writer: Writer, source: Source) -> bool:
    return (
        bool(source.order)
        and source.limit in writer.literals
        and len(source.table.key) == 1
        and not any(join.inner for join in source.joins)
        and not any(isinstance(one, Output) and one.counts for one in source.outputs)
        and not any(presences(node) for node in source.where)
    )


def _stand_together(source: Source) -> bool:
    """Whether the rows lie between two values of a column whose index has every column that they
    are filtered and sorted by."""
    tests = [one for one in source.where if isinstance(one, Test)]
    references = [one.reference for one in tests] + [one.reference for one in source.order]
    if len(tests) < len(source.where) or any(one.steps for one in references):
        return False
    names = {*source.table.key, *(one.column.name for one in references)}
    return any(
        names <= low.reference.column.beside
        for low in tests
        for high in tests
        if low.reference == high.reference
        and _comparison(low) in ("gt", "gte")
        and _comparison(high) in ("lt", "lte")
    )


def _comparison(test: Test) -> str | None:
    condition = test.condition
    return None if condition.negated or condition.quantifier else condition.operator


def _apart(first: Sorting) -> tuple[_End, _End] | None:
    """Where rows without a value are to stand, and what to say of them for those with a value, so
    that an index is in this order; None: it has all of them so, or there is none."""
    column, term = first.reference.column, first.term
    if column.nulls in (None, "none") or first.reference.steps or first.through is not None:
        return None
    rising: _End = "first" if column.nulls == "first" else "last"
    falling: _End = "last" if rising == "first" else "first"
    index_end = falling if term.descending else rising
    order_end: _End = term.nulls or ("first" if term.descending else "last")
    return None if order_end == index_end and column.nulls != "absent" else (order_end, index_end)


def _sorts_all(first: Sorting) -> bool:
    """Whether no index has this order, so that all rows are sorted: then they shall be short."""
    return first.reference.column.nulls is None or first.through is not None


def _is_by_hub(source: Source) -> bool:
    """Whether all rows are sorted by what they each refer to, of which there are few, and then by
    columns of their own."""
    first, *others = source.order
    return (
        first.of_hub
        and first.through is not None
        and not source.where
        and all(source.table.columns[one].nulls == "none" for one in first.through.near)
        and not first.reference.steps
        and not any(
            one.through
            or one.reference.steps
            or one.reference.column.reads
            or one.reference.column.sorts
            for one in others
        )
    )


def _of_each(writer: Writer, source: Source, most: int, offset: str | None) -> str:
    """`select key …`: of each row that is referred to no more are read than the page has."""
    first, *others = source.order
    assert first.through is not None
    near, hub, own = writer.alias(), writer.alias(), writer.alias()
    key = quoted(source.table.key[0])
    columns = {key, *(quoted(one.reference.column.name) for one in others)}
    selection = ", ".join(f"{near}.{one}" for one in sorted(columns))
    met = matching(near, first.through.near, hub, first.through.far)
    ordered = f" order by {writer.order(others, near)}" if others else ""
    beginning = "" if offset is None else f" + {offset}"
    of_each = (
        f"select {selection} from {writer.rows(source, near)} where {met}{ordered} "
        f"limit {most}{beginning}"
    )
    terms = writer.order([replace(first, through=None)], hub)
    terms += f", {writer.order(others, own)}" if others else ""
    table = f"{quoted(SCHEMA)}.{quoted(first.through.table)}"
    return (
        f"select {own}.{key} from {table} {hub} cross join lateral ({of_each}) {own} "
        f"order by {terms} limit {most}" + ("" if offset is None else f" offset {offset}")
    )


class _Part:
    """Keys of a source's rows, of all or of those with or without a value to sort by."""

    def __init__(self, writer: Writer, source: Source, *, blank: bool | None = None) -> None:
        self._writer = writer
        self._source = source
        self._alias = writer.alias()
        value = source.order[0].reference.column.of(self._alias)
        self._test = "" if blank is None else f"{value} is {'' if blank else 'not '}null"

    def select(
        self, order: Sequence[Sorting], limit: str, offset: str | None, test: str = ""
    ) -> str:
        """`select key …` in this order."""
        joins, terms = self._writer.joined_order(order, self._alias)
        key = f"{self._alias}.{quoted(self._source.table.key[0])}"
        rows = self._rows(test, joins)
        beginning = "" if offset is None else f" offset {offset}"
        ordered = f" order by {terms}" if terms else ""
        return f"select {key}{rows}{ordered} limit {limit}{beginning}"

    def count(self) -> str:
        """`select count(*) …`."""
        return f"select count(*){self._rows()}"

    def _rows(self, test: str = "", joins: str = "") -> str:
        filters = self._writer.where(self._source, self._alias)
        tests = " and ".join(one for one in (self._test, test) if one)
        joint = " and " if filters else " where "
        return f" from {self._writer.rows(self._source, self._alias)}{joins}{filters}" + (
            joint + tests if tests else ""
        )


def _two_parts(
    writer: Writer, source: Source, apart: tuple[_End, _End], most: int, offset: str | None
) -> str:
    first, *others = source.order
    order_end, index_end = apart
    filled = [replace(first, term=replace(first.term, nulls=index_end)), *others]
    begins = order_end == "first"
    ordered = (others, filled) if begins else (filled, others)
    met = _Part(writer, source, blank=begins).select(ordered[0], str(most), offset)
    # Nothing of it is read while the first part fills the page.
    so_many = "(select count(*) from met)"
    rest = None
    if offset is not None:
        before = _Part(writer, source, blank=begins).count()
        rest = f"case when {so_many} > 0 then 0 else {offset} - ({before}) end"
    then = _Part(writer, source, blank=not begins).select(
        ordered[1], f"{most} - {so_many}", rest, f"{so_many} < {most}"
    )
    key = quoted(source.table.key[0])
    return f"with met as materialized ({met}) select {key} from met union all ({then})"
