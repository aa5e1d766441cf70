"""Runs a planned table request inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import asyncpg
import msgspec

from summerstow.platform import read_log
from summerstow.platform.actor import Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import VISITOR_READ, Transaction
from summerstow.platform.errors import Unavailable
from summerstow.platform.read_log import Look
from summerstow.platform.rest.grammar.accept import Form
from summerstow.platform.rest.grammar.bounds import UNBOUNDED, Bounds, too_large
from summerstow.platform.rest.grammar.prefer import Preferences
from summerstow.platform.rest.grammar.query import Query, Value
from summerstow.platform.rest.planning.catalogue import Table
from summerstow.platform.rest.planning.plan import Source
from summerstow.platform.rest.planning.trust import Trust
from summerstow.platform.rest.sql.writer import SqlStatement
from summerstow.platform.roles import ANON, VISITORS
from summerstow.platform.tables import Row, TableRules

from . import idempotency
from .answer import Outcome, Page
from .errors import Refused, too_costly
from .idempotency import Once
from .payload import Payload, from_rows, keys_of, read_rows
from .sql import reading, write

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class PlannedRequest:
    """A request for a table, parsed and planned.

    `statement` reads it; `trust` says for whom it may do so without policies.
    """

    table: Table
    query: Query
    source: Source
    values: tuple[Value, ...]
    form: Form
    preferences: Preferences
    statement: SqlStatement | None = None
    bounds: Bounds = UNBOUNDED
    trust: Trust | None = None

    @property
    def output(self) -> write.WriteOutput:
        """What a write answers besides its count."""
        represented = self.preferences.represented
        return write.WriteOutput(
            self.source if represented else None,
            self.form,
            rows=self.preferences.returning == "headers-only",
        )


async def read(tx: Transaction, request: PlannedRequest) -> Page:
    """Run one statement, and a second if the request counts by PostgreSQL's estimate."""
    statement = request.statement
    if statement is None:
        count = request.preferences.count
        statement = reading.read(request.source, request.form, count, request.bounds)
    try:
        fetching = tx.fetchrow(statement.text, *statement.arguments(request.values))
        row = await await_in_time(fetching)
    except asyncpg.QueryCanceledError as error:
        if tx.actor.role in VISITORS and "statement timeout" in str(error):
            raise too_costly() from error
        raise
    if row is None:
        raise AssertionError("an aggregate answers one row")
    text, returned = row[0], row[1]
    count = request.preferences.count
    total: int | None = None
    if count is not None:
        total = row[2] if len(row) > 2 else returned
        if count == "planned" or (count == "estimated" and total > reading.COUNTED):
            guessed = await _guess(tx, request)
            total = guessed if count == "planned" else max(guessed, total)
    return page(request, text, returned, total)


async def read_trusted(
    database: Database, actor: Actor, request: PlannedRequest, look: Look | None
) -> Page:
    """Read without row policies, which the filters already say (`trust`).

    `look`: the line of the audit log, written by the same statement.
    """
    statement = request.statement
    assert statement is not None
    text, arguments = statement.text, statement.arguments(request.values)
    if look is not None:
        text = read_log.with_note(text, len(arguments))
        arguments = [*arguments, *read_log.line(actor, look)]
    patience = VISITOR_READ if actor.role in VISITORS else None
    async with database.reading(None) as tx:
        connection = await tx.connection()
        row = await await_in_time(connection.fetchrow(text, *arguments, timeout=patience))
    assert row is not None
    total = None if request.preferences.count is None else row[-1]
    return page(request, row[0], row[1], total)


class QueryTimeout(TimeoutError):
    """The database is there, and had no answer in time."""


async def await_in_time(fetching: Awaitable[_Answer]) -> _Answer:
    """Await a query; raises `QueryTimeout` for `in_time` if the response is late."""
    try:
        return await fetching
    except TimeoutError as error:
        raise QueryTimeout from error


async def in_time(database: Database, reading: Awaitable[_Answer]) -> _Answer:
    """What is read; 57014 where the database is there and had no answer in time.

    As an outage clients would ask for it again, and have it take as long again.
    """
    try:
        return await reading
    except Unavailable as error:
        if not isinstance(error.__cause__, QueryTimeout):
            raise
        late = error
    # A server that is gone is silent, too.
    await database.ping()
    raise too_costly() from late


def page(
    request: PlannedRequest, text: str | None, returned: int, total: int | None = None
) -> Page:
    """What was read; raises `too_large`."""
    if text is None and returned and request.bounds.size is not None:
        raise too_large(request.bounds.size)
    offset = request.values[request.source.offset] if request.source.offset is not None else 0
    return Page(text, returned, int(str(offset)), total)


async def _guess(tx: Transaction, request: PlannedRequest) -> int:
    statement = reading.explain(request.source)
    text = await tx.fetchval(statement.text, *statement.arguments(request.values))
    plans: list[dict[str, dict[str, Any]]] = msgspec.json.decode(text)
    return int(plans[0]["Plan"]["Plan Rows"])


async def insert(
    tx: Transaction,
    request: PlannedRequest,
    payload: Payload,
    rules: TableRules | None,
    once: Once | None,
) -> Outcome:
    """Insert or upsert, once for one `Idempotency-Key`."""
    if once is not None:
        stored_keys = await idempotency.claim(tx, once)
        if stored_keys is not None:
            return await _again(tx, request, stored_keys)
    conflict = _conflict(request, rules)
    if payload.size == 0:
        outcome = Outcome(text=await _nothing(tx, request), returned=0)
    elif rules is None:
        output = request.output
        if once is not None:
            output = replace(output, rows=True)
        fill = request.preferences.missing == "default"
        statement = write.insert(request.table, payload, output, fill=fill, conflict=conflict)
        outcome = await _change(tx, statement, request.values, payload.text)
    else:
        outcome = await _insert_by_rules(tx, request, payload, rules, conflict)
    if once is not None:
        keys = msgspec.json.encode(keys_of(outcome.rows, request.table)).decode()
        await idempotency.keep(tx, once, keys)
    return outcome


async def _nothing(tx: Transaction, request: PlannedRequest) -> str | None:
    if not request.preferences.represented:
        return None
    return (await _represent(tx, request, []))[0]


async def _insert_by_rules(
    tx: Transaction,
    request: PlannedRequest,
    payload: Payload,
    rules: TableRules,
    conflict: write.OnConflict | None,
) -> Outcome:
    rows = payload.rows()
    fill = request.preferences.missing == "default"
    if not payload.uniform and not fill:
        rows = [dict.fromkeys(payload.columns) | row for row in rows]
    checked = from_rows(await rules.check_insert(tx, rows), request.table)
    met: list[Row] = []
    if conflict is not None:
        statement = write.lock_taken(request.table, conflict.columns)
        met = read_rows(await tx.fetchval(statement.text, checked.text))
    # What is embedded may be what follows from the rows.
    simple = conflict is None and request.preferences.represented and not request.source.joins
    everything = write.WriteOutput(request.source if simple else None, request.form, rows=True)
    statement = write.insert(request.table, checked, everything, fill=fill, conflict=conflict)
    outcome = await _change(tx, statement, request.values if simple else (), checked.text)
    if conflict is None:
        unchanged = await rules.inserted(tx, outcome.rows)
        if simple and unchanged:
            return outcome
    else:
        before = {_key(row, conflict.columns): row for row in met}
        fresh = [row for row in outcome.rows if _key(row, conflict.columns) not in before]
        pairs = [
            (before[_key(row, conflict.columns)], row)
            for row in outcome.rows
            if _key(row, conflict.columns) in before
        ]
        if fresh:
            await rules.inserted(tx, fresh)
        if pairs:
            await rules.updated(tx, pairs)
    return await _with_representation(tx, request, outcome)


async def _again(tx: Transaction, request: PlannedRequest, stored_keys: str) -> Outcome:
    keys = read_rows(stored_keys)
    if tx.actor.role == ANON and keys:
        tx.created([row["id"] for row in keys])
    outcome = Outcome(affected=len(keys), rows=keys, replayed=True)
    return await _with_representation(tx, request, outcome)


async def update(
    tx: Transaction, request: PlannedRequest, payload: Payload, rules: TableRules | None
) -> Outcome:
    """Change the rows that match. An empty change changes nothing."""
    if payload.size > 1:
        raise Refused(400, "PGRST102", "A change is one JSON object")
    if payload.size == 0 or not payload.columns:
        return Outcome(text=await _nothing(tx, request), returned=0)
    if rules is not None:
        return await _update_by_rules(tx, request, payload, rules)
    statement = write.update(request.source, payload.columns, request.output)
    return await _change(tx, statement, request.values, payload.text)


async def _update_by_rules(
    tx: Transaction, request: PlannedRequest, payload: Payload, rules: TableRules
) -> Outcome:
    statement = write.lock(request.source)
    before = read_rows(await tx.fetchval(statement.text, *statement.arguments(request.values)))
    changes = await rules.check_update(tx, payload.rows()[0], before)
    if not changes:
        return Outcome(text=await _nothing(tx, request), returned=0)
    checked = from_rows([changes], request.table)
    keys = msgspec.json.encode(keys_of(before, request.table)).decode()
    everything = write.WriteOutput(None, request.form, rows=True)
    statement = write.update_by_key(request.table, checked.columns, everything)
    outcome = await _change(tx, statement, (), checked.text, keys)
    key = partial(_key, columns=request.table.key)
    after = {key(row): row for row in outcome.rows}
    pairs = [(row, after[key(row)]) for row in before if key(row) in after]
    if pairs:
        await rules.updated(tx, pairs)
    return await _with_representation(tx, request, outcome)


async def delete(tx: Transaction, request: PlannedRequest, rules: TableRules | None) -> Outcome:
    """Remove the rows that match; their representation is of before."""
    output = request.output
    if rules is not None:
        output = replace(output, rows=True)
    outcome = await _change(tx, write.delete(request.source, output), request.values)
    if rules is not None and outcome.rows:
        await rules.deleted(tx, outcome.rows)
    return outcome


async def _change(
    tx: Transaction, statement: SqlStatement, values: Sequence[Value], *extra: object
) -> Outcome:
    row = await tx.fetchrow(statement.text, *statement.arguments(values, *extra))
    if row is None:
        raise AssertionError("an aggregate answers one row")
    return Outcome.read(*row)


async def _with_representation(
    tx: Transaction, request: PlannedRequest, outcome: Outcome
) -> Outcome:
    if not request.preferences.represented:
        return outcome
    text, returned = await _represent(tx, request, keys_of(outcome.rows, request.table))
    return replace(outcome, text=text, returned=returned)


async def _represent(
    tx: Transaction, request: PlannedRequest, keys: list[Row]
) -> tuple[str | None, int]:
    """The rows as the actor sees them now, after all consequences."""
    statement = write.read_keys(request.source, request.form)
    keys_text = msgspec.json.encode(keys).decode()
    row = await tx.fetchrow(statement.text, *statement.arguments(request.values, "", keys_text))
    return (None, 0) if row is None else (row[0], row[1])


def _conflict(request: PlannedRequest, rules: TableRules | None) -> write.OnConflict | None:
    resolution = request.preferences.resolution
    if resolution is None:
        return None
    if rules is not None and not rules.upsert_allowed:
        raise Refused(
            400,
            "0A000",
            f"Rows of '{request.table.name}' are inserted or changed, never both at once",
        )
    columns = request.query.on_conflict or request.table.key
    for one in columns:
        if one not in request.table.columns:
            raise Refused(400, "42703", f'column "{one}" does not exist')
    return write.OnConflict(columns, resolution)


def _key(row: Row, columns: Sequence[str]) -> tuple[object, ...]:
    return tuple(row[column] for column in columns)
