"""Whole statements for reading: the page, its total, and the headings of a table of it."""

# ruff: noqa: S608 - as in writer.py

from __future__ import annotations

from collections.abc import Iterable

from summerstow.rest.grammar.accept import Form
from summerstow.rest.grammar.bounds import UNBOUNDED, Bounds
from summerstow.rest.grammar.prefer import Count
from summerstow.rest.planning.catalogue import quoted
from summerstow.rest.planning.plan import Output, Source

from . import paging
from .writer import BODY, KEYS, SqlStatement, Writer

#: Up to this many rows an estimated count is counted; beyond it is PostgreSQL's guess.
COUNTED = 1000
#: Types of which two values have different JSON only where their hashes may differ.
_HASHED = frozenset(
    {"uuid", "text", "integer", "bigint", "boolean", "date", "timestamp with time zone"}
)


def body(form: Form, rows: str) -> str:
    """The expression that makes the answer's text of the rows `rows`, in PostgreSQL."""
    if form.kind == "none":
        return "''"
    if form.kind == "csv":
        # A record's text doubles its backslashes; CSV does not.
        line = f"substring({rows}::text, 2, length({rows}::text) - 2)"
        return f"coalesce(string_agg(replace({line}, '\\\\', '\\'), e'\\n'), '')"
    made = f"json_agg({rows})"
    made = f"{made} -> 0" if form.kind == "object" else f"coalesce({made}, '[]')"
    return f"json_strip_nulls({made})::text" if form.stripped else f"({made})::text"


def read(
    source: Source,
    form: Form,
    count: Count | None,
    bounds: Bounds = UNBOUNDED,
    writer: Writer | None = None,
) -> SqlStatement:
    """One row: the answer's text, how many rows it has, how many match (null: as many).

    A text that is larger than `bounds` allows stays in PostgreSQL: null with rows.
    """
    writer = writer or Writer(bounds.rows)
    before, rows, total = _page(writer, source, count, bounds)
    found = f"{before}select {body(form, 'r')} as body, count(*) as returned{total} from ({rows}) r"
    if bounds.size is None:
        return writer.statement(found)
    fits = f"case when octet_length(a.body) <= {bounds.size} then a.body end"
    others = "a.returned, a.total" if total else "a.returned"
    return writer.statement(f"select {fits}, {others} from ({found}) a")


def read_known(
    source: Source, count: Count | None, bounds: Bounds, writer: Writer
) -> SqlStatement | None:
    """As `read` of an array, but of each row a hash, and its text only where that is not known.

    Its first column are the hashes, its second the texts: arrays, null without rows, and the texts
    also where they are larger than `bounds` allows. Asked with the known hashes (BODY) and the
    hashes' seed (KEYS). None: the rows have no names by which to hash them.
    """
    names = headings(source)
    if len(set(names)) < len(names) or not names:
        return None
    before, rows, total = _page(writer, source, count, bounds)
    values = ", ".join(_hashable(source))
    hashed = f"hash_record_extended(row({values}), {writer.bind(KEYS, 'bigint')})"
    known = f"h.hash = any ({writer.bind(BODY, 'bigint[]')})"
    made = (
        f"select h.hash, case when {known} then null else row_to_json(h.r)::text end as made "
        f"from (select r, {hashed} as hash from ({rows}) r offset 0) h"
    )
    texts = "array_agg(m.made)"
    if bounds.size is not None:
        texts = f"case when sum(octet_length(m.made)) > {bounds.size} then null else {texts} end"
    return writer.statement(
        f"{before}select array_agg(m.hash) as hashes, {texts} as body, count(*) as returned{total} "
        f"from ({made}) m"
    )


def _hashable(source: Source) -> Iterable[str]:
    """The outputs of a row `r` by values that have a hash, and one that tells apart what JSON does
    (`1.0` and `1.00` have the same)."""
    for one in source.outputs:
        if isinstance(one, int):
            join = source.joins[one]
            names = headings(join.source) if join.spread else [join.name]
            yield from (f"r.{quoted(name)}::text" for name in names if join.source.outputs)
            continue
        if one.counts:
            yield f"r.{quoted(one.name)}"
            continue
        found = one.reference
        columns = source.table.columns.values() if found is None else [found.column]
        plain = one.cast is None and (found is None or not found.steps)
        for column in columns:
            hashed = plain and column.type in _HASHED
            yield f"r.{quoted(one.name or column.name)}{'' if hashed else '::text'}"


def _page(
    writer: Writer, source: Source, count: Count | None, bounds: Bounds
) -> tuple[str, str, str]:
    """What stands before the statement, the page's rows, and the output that counts matches."""
    counted = paging.counted(writer, source) if count == "exact" else None
    if counted is not None:
        total = ", (select count(*) from matched) as total"
        return f"with {counted[0]} ", counted[1], total
    rows = paging.page(writer, source) or writer.select(source)
    total = ""
    if count is not None and (source.paged or bounds.rows is not None):
        matches = writer.matches(source)
        if count == "estimated":
            matches += f" limit {COUNTED + 1}"
        if count != "planned":
            total = f", (select count(*) from ({matches}) m) as total"
    return "", rows, total


def explain(source: Source) -> SqlStatement:
    """PostgreSQL's guess of how many rows match."""
    writer = Writer()
    return writer.statement(f"explain (format json) {writer.matches(source)}")


def headings(source: Source) -> list[str]:
    """The names of a source's output columns."""
    names: list[str] = []
    for one in source.outputs:
        if isinstance(one, Output):
            names += [one.name] if one.name else list(source.table.columns)
        elif source.joins[one].spread:
            names += headings(source.joins[one].source)
        elif source.joins[one].source.outputs:
            names.append(source.joins[one].name)
    return names
