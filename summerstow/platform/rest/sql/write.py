"""Writes as SQL. Values come out of the body by `json_populate_recordset`, so that PostgreSQL reads
each as its column's type and complains in its own words."""

# ruff: noqa: S608 - this is where SQL is written; tests/rest/test_injection.py holds it to writer.py's rule

from __future__ import annotations

from dataclasses import dataclass

from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.prefer import Resolution
from summerstow.platform.rest.payload import Payload
from summerstow.platform.rest.planning.catalogue import Table, quoted
from summerstow.platform.rest.planning.plan import Source

from .reading import body
from .writer import (
    BODY,
    KEYS,
    SqlStatement,
    Writer,
)


@dataclass(frozen=True, slots=True)
class OnConflict:
    """What an upsert does with a row whose `columns` are taken."""

    columns: tuple[str, ...]
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class WriteOutput:
    """What a write answers: the rows as `source` in `form` asks, and whole rows for the rules."""

    source: Source | None
    form: Form
    rows: bool = False

    @property
    def nothing(self) -> bool:
        """Whether the number of rows is enough."""
        return self.source is None and not self.rows


def insert(
    table: Table,
    payload: Payload,
    output: WriteOutput,
    *,
    fill: bool = False,
    conflict: OnConflict | None = None,
) -> SqlStatement:
    """`fill`: columns that an object lacks get their default (`missing=default`)."""
    writer = Writer()
    into = f"insert into {table.sql} as t "
    if payload.columns:
        into += f"({', '.join(quoted(one) for one in payload.columns)}) "
    parts = [into, _values(writer, table, payload, fill=fill)]
    if conflict is not None:
        parts.append(f" on conflict ({', '.join(quoted(one) for one in conflict.columns)}) do ")
        # What the rows meet by is equal already, and setting it would ask for the right to.
        changed = [one for one in payload.columns if one not in conflict.columns]
        sets = ", ".join(
            f"{quoted(one)} = excluded.{quoted(one)}" for one in changed or payload.columns
        )
        merging = conflict.resolution == "merge-duplicates" and sets
        parts.append(f"update set {sets}" if merging else "nothing")
        parts.append(" returning (t.xmax = 0) as inserted, t as stored")
    else:
        parts.append(" returning 1" if output.nothing else " returning t.*")
    return _with_result(writer, "".join(parts), output, upsert=conflict is not None)


def _values(writer: Writer, table: Table, payload: Payload, *, fill: bool) -> str:
    parameter = writer.bind(BODY, "json")
    names = [quoted(one) for one in payload.columns]
    if not fill or payload.uniform:
        rows = f"json_populate_recordset(null::{table.sql}, {parameter}) p"
        return f"select {', '.join(f'p.{one}' for one in names)} from {rows}"
    values = [
        f"case when x.e -> {_literal(name)} is not null then p.{quoted(name)} "
        f"else {table.columns[name].default or 'null'} end"
        for name in payload.columns
    ]
    return (
        f"select {', '.join(values)} from json_array_elements({parameter}) x (e), "
        f"json_populate_record(null::{table.sql}, x.e) p"
    )


def _literal(name: str) -> str:
    # A column's name, which the catalogue gave.
    return "e'" + name.replace("\\", "\\\\").replace("'", "''") + "'"


def update(source: Source, columns: tuple[str, ...], output: WriteOutput) -> SqlStatement:
    """Change the rows that the source's filters leave."""
    writer = Writer()
    changed = _update(writer, source.table, columns)
    where = writer.where(source, "t")
    returning = "1" if output.nothing else "t.*"
    return _with_result(writer, f"{changed}{where} returning {returning}", output)


def update_by_key(table: Table, columns: tuple[str, ...], output: WriteOutput) -> SqlStatement:
    """Change the rows whose keys are bound beside the body."""
    writer = Writer()
    changed = _update(writer, table, columns)
    where = f" where {_among(writer, table, table.key, 't')} returning t.*"
    return _with_result(writer, changed + where, output)


def _update(writer: Writer, table: Table, columns: tuple[str, ...]) -> str:
    sets = ", ".join(f"{quoted(one)} = p.{quoted(one)}" for one in columns)
    rows = f"json_populate_recordset(null::{table.sql}, {writer.bind(BODY, 'json')}) p"
    return f"update {table.sql} t set {sets} from {rows}"


def delete(source: Source, output: WriteOutput) -> SqlStatement:
    """Remove the rows that the source's filters leave."""
    writer = Writer()
    where = writer.where(source, "t")
    returning = "1" if output.nothing else "t.*"
    text = f"delete from {source.table.sql} t{where} returning {returning}"
    return _with_result(writer, text, output)


def lock(source: Source) -> SqlStatement:
    """The rows that the source's filters leave, held until the transaction ends."""
    writer = Writer()
    return _lock_rows(writer, source.table, writer.where(source, "t"))


def lock_taken(table: Table, columns: tuple[str, ...]) -> SqlStatement:
    """The rows that an upsert would meet, held until the transaction ends."""
    writer = Writer()
    return _lock_rows(writer, table, f" where {_among(writer, table, columns, 't', BODY)}")


def _lock_rows(writer: Writer, table: Table, where: str) -> SqlStatement:
    order = ", ".join(f"t.{quoted(one)}" for one in table.key)
    rows = f"select t.* from {table.sql} t{where} order by {order} for no key update"
    return writer.statement(f"select coalesce(json_agg(o), '[]')::text from ({rows}) o")


def read_keys(source: Source, form: Form) -> SqlStatement:
    """The rows of the keys bound beside the body, in their order, as `source` and `form` ask."""
    writer = Writer()
    table = source.table
    keys = writer.bind(KEYS, "json")

    def origin(alias: str) -> str:
        met = " and ".join(f"{alias}.{quoted(one)} = k.{quoted(one)}" for one in table.key)
        rows = f"json_populate_recordset(null::{table.sql}, {keys}) with ordinality k"
        return f"{rows} join {table.sql} {alias} on {met}"

    rows = writer.select(source.unfiltered(), origin, order="k.ordinality")
    return writer.statement(
        f"select {body(form, 'r')} as body, count(*) as returned from ({rows}) r"
    )


def _among(
    writer: Writer, table: Table, columns: tuple[str, ...], alias: str, slot: int = KEYS
) -> str:
    mine = ", ".join(f"{alias}.{quoted(one)}" for one in columns)
    theirs = ", ".join(f"k.{quoted(one)}" for one in columns)
    parameter = writer.bind(slot, "json")
    rows = f"json_populate_recordset(null::{table.sql}, {parameter}) k"
    return f"({mine}) in (select {theirs} from {rows})"


def _with_result(
    writer: Writer, change: str, output: WriteOutput, *, upsert: bool = False
) -> SqlStatement:
    """One row: body, returned, affected, inserted, rows."""
    source = output.source
    if source is None:
        answer = "select null as body, null::bigint as returned"
    else:
        origin = "(select (w.stored).* from w)" if upsert else "w"
        rows = writer.select(source.unfiltered(), lambda alias: f"{origin} {alias}")
        expression = body(output.form, "r")
        answer = f"select {expression} as body, count(*) as returned from ({rows}) r"
    inserted = "count(*) filter (where w.inserted)" if upsert else "null::bigint"
    whole = f"json_agg({'w.stored' if upsert else 'w'})::text" if output.rows else "null"
    counted = f"select count(*) as affected, {inserted} as inserted, {whole} as rows from w"
    return writer.statement(
        f"with w as ({change}) select a.body, a.returned, b.affected, b.inserted, b.rows "
        f"from ({answer}) a, ({counted}) b"
    )
