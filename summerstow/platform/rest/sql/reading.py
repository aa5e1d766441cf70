"""Whole statements for reading: the page, its total, and the headings of a table of it."""

# ruff: noqa: S608 - as in writer.py

from __future__ import annotations

from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.bounds import UNBOUNDED, Bounds
from summerstow.platform.rest.grammar.prefer import Count
from summerstow.platform.rest.planning.plan import Output, Source

from . import paging
from .writer import SqlStatement, Writer

#: Up to this many rows an estimated count is counted; beyond it is PostgreSQL's guess.
COUNTED = 1000


def body(form: Form, rows: str) -> str:
    """The expression that makes the answer's text of the rows `rows`, in PostgreSQL."""
    if form.kind == "none":
        return "''"
    if form.kind == "csv":
        # A record's text doubles its backslashes; CSV does not.
        line = f"substring({rows}::text, 2, length({rows}::text) - 2)"
        return f"coalesce(string_agg(replace({line}, '\\\\', '\\'), e'\\n'), '')"
    expression = f"json_agg({rows})"
    expression = f"{expression} -> 0" if form.kind == "object" else f"coalesce({expression}, '[]')"
    return f"json_strip_nulls({expression})::text" if form.stripped else f"({expression})::text"


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
    text = f"{before}select {body(form, 'r')} as body, count(*) as returned{total} from ({rows}) r"
    if bounds.size is None:
        return writer.statement(text)
    fits = f"case when octet_length(a.body) <= {bounds.size} then a.body end"
    others = "a.returned, a.total" if total else "a.returned"
    return writer.statement(f"select {fits}, {others} from ({text}) a")


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
