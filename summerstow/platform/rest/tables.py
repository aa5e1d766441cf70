"""Carries a planned table request out, inside the transaction that it is given."""

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
class Asked:
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
    def wanted(self) -> write.Wanted:
        """What a write answers besides its count."""
        represented = self.preferences.represented
        return write.Wanted(
            self.source if represented else None,
            self.form,
            rows=self.preferences.returning == "headers-only",
        )


async def read(tx: Transaction, asked: Asked) -> Page:
    """One statement; one more where PostgreSQL's guess of the total is asked for."""
    statement = asked.statement
    if statement is None:
        count = asked.preferences.count
        statement = reading.read(asked.source, asked.form, count, asked.bounds)
    try:
        fetching = tx.fetchrow(statement.text, *statement.arguments(asked.values))
        found = await answered(fetching)
    except asyncpg.QueryCanceledError as error:
        if tx.actor.role in VISITORS and "statement timeout" in str(error):
            raise too_costly() from error
        raise
    if found is None:
        raise AssertionError("an aggregate answers one row")
    text, returned = found[0], found[1]
    count = asked.preferences.count
    total: int | None = None
    if count is not None:
        total = found[2] if len(found) > 2 else returned
        if count == "planned" or (count == "estimated" and total > reading.COUNTED):
            guessed = await _guess(tx, asked)
            total = guessed if count == "planned" else max(guessed, total)
    return page(asked, text, returned, total)


async def read_trusted(database: Database, actor: Actor, asked: Asked, look: Look | None) -> Page:
    """Read without row policies, which the filters already say (`trust`).

    `look`: the line of the audit log, written by the same statement.
    """
    statement = asked.statement
    assert statement is not None
    text, given = statement.text, statement.arguments(asked.values)
    if look is not None:
        text = read_log.noted(text, len(given))
        given = [*given, *read_log.line(actor, look)]
    patience = VISITOR_READ if actor.role in VISITORS else None
    async with database.reading(None) as tx:
        connection = await tx.connection()
        found = await answered(connection.fetchrow(text, *given, timeout=patience))
    assert found is not None
    total = None if asked.preferences.count is None else found[-1]
    return page(asked, found[0], found[1], total)


class TookTooLong(TimeoutError):
    """The database is there, and had no answer in time."""


async def answered(fetching: Awaitable[_Answer]) -> _Answer:
    """What is waited for; `TookTooLong` for `in_time` where no answer came."""
    try:
        return await fetching
    except TimeoutError as error:
        raise TookTooLong from error


async def in_time(database: Database, reading: Awaitable[_Answer]) -> _Answer:
    """What is read; 57014 where the database is there and had no answer in time.

    As an outage clients would ask for it again, and have it take as long again.
    """
    try:
        return await reading
    except Unavailable as error:
        if not isinstance(error.__cause__, TookTooLong):
            raise
        late = error
    # A server that is gone is silent, too.
    await database.ping()
    raise too_costly() from late


def page(asked: Asked, text: str | None, returned: int, total: int | None = None) -> Page:
    """What was read; raises `too_large`."""
    if text is None and returned and asked.bounds.size is not None:
        raise too_large(asked.bounds.size)
    offset = asked.values[asked.source.offset] if asked.source.offset is not None else 0
    return Page(text, returned, int(str(offset)), total)


async def _guess(tx: Transaction, asked: Asked) -> int:
    statement = reading.explain(asked.source)
    text = await tx.fetchval(statement.text, *statement.arguments(asked.values))
    plans: list[dict[str, dict[str, Any]]] = msgspec.json.decode(text)
    return int(plans[0]["Plan"]["Plan Rows"])


async def insert(
    tx: Transaction, asked: Asked, payload: Payload, rules: TableRules | None, once: Once | None
) -> Outcome:
    """Insert or upsert, once for one `Idempotency-Key`."""
    if once is not None:
        kept = await idempotency.claim(tx, once)
        if kept is not None:
            return await _again(tx, asked, kept)
    conflict = _conflict(asked, rules)
    if payload.size == 0:
        outcome = Outcome(text=await _nothing(tx, asked), returned=0)
    elif rules is None:
        wanted = asked.wanted
        if once is not None:
            wanted = replace(wanted, rows=True)
        fill = asked.preferences.missing == "default"
        statement = write.insert(asked.table, payload, wanted, fill=fill, conflict=conflict)
        outcome = await _change(tx, statement, asked.values, payload.text)
    else:
        outcome = await _insert_by_rules(tx, asked, payload, rules, conflict)
    if once is not None:
        keys = msgspec.json.encode(keys_of(outcome.rows, asked.table)).decode()
        await idempotency.keep(tx, once, keys)
    return outcome


async def _nothing(tx: Transaction, asked: Asked) -> str | None:
    if not asked.preferences.represented:
        return None
    return (await _represent(tx, asked, []))[0]


async def _insert_by_rules(
    tx: Transaction,
    asked: Asked,
    payload: Payload,
    rules: TableRules,
    conflict: write.OnConflict | None,
) -> Outcome:
    given = payload.rows()
    fill = asked.preferences.missing == "default"
    if not payload.uniform and not fill:
        given = [dict.fromkeys(payload.columns) | row for row in given]
    checked = from_rows(await rules.check_insert(tx, given), asked.table)
    met: list[Row] = []
    if conflict is not None:
        statement = write.lock_taken(asked.table, conflict.columns)
        met = read_rows(await tx.fetchval(statement.text, checked.text))
    # What is embedded may be what follows from the rows.
    simple = conflict is None and asked.preferences.represented and not asked.source.joins
    everything = write.Wanted(asked.source if simple else None, asked.form, rows=True)
    statement = write.insert(asked.table, checked, everything, fill=fill, conflict=conflict)
    outcome = await _change(tx, statement, asked.values if simple else (), checked.text)
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
    return await _represented(tx, asked, outcome)


async def _again(tx: Transaction, asked: Asked, kept: str) -> Outcome:
    keys = read_rows(kept)
    if tx.actor.role == ANON and keys:
        tx.created([row["id"] for row in keys])
    outcome = Outcome(affected=len(keys), rows=keys, replayed=True)
    return await _represented(tx, asked, outcome)


async def update(
    tx: Transaction, asked: Asked, payload: Payload, rules: TableRules | None
) -> Outcome:
    """Change the rows that match. An empty change changes nothing."""
    if payload.size > 1:
        raise Refused(400, "PGRST102", "A change is one JSON object")
    if payload.size == 0 or not payload.columns:
        return Outcome(text=await _nothing(tx, asked), returned=0)
    if rules is not None:
        return await _update_by_rules(tx, asked, payload, rules)
    statement = write.update(asked.source, payload.columns, asked.wanted)
    return await _change(tx, statement, asked.values, payload.text)


async def _update_by_rules(
    tx: Transaction, asked: Asked, payload: Payload, rules: TableRules
) -> Outcome:
    statement = write.lock(asked.source)
    before = read_rows(await tx.fetchval(statement.text, *statement.arguments(asked.values)))
    changes = await rules.check_update(tx, payload.rows()[0], before)
    if not changes:
        return Outcome(text=await _nothing(tx, asked), returned=0)
    checked = from_rows([changes], asked.table)
    keys = msgspec.json.encode(keys_of(before, asked.table)).decode()
    everything = write.Wanted(None, asked.form, rows=True)
    statement = write.update_by_key(asked.table, checked.columns, everything)
    outcome = await _change(tx, statement, (), checked.text, keys)
    key = partial(_key, columns=asked.table.key)
    after = {key(row): row for row in outcome.rows}
    pairs = [(row, after[key(row)]) for row in before if key(row) in after]
    if pairs:
        await rules.updated(tx, pairs)
    return await _represented(tx, asked, outcome)


async def delete(tx: Transaction, asked: Asked, rules: TableRules | None) -> Outcome:
    """Remove the rows that match; their representation is of before."""
    wanted = asked.wanted
    if rules is not None:
        wanted = replace(wanted, rows=True)
    outcome = await _change(tx, write.delete(asked.source, wanted), asked.values)
    if rules is not None and outcome.rows:
        await rules.deleted(tx, outcome.rows)
    return outcome


async def _change(
    tx: Transaction, statement: SqlStatement, values: Sequence[Value], *extra: object
) -> Outcome:
    found = await tx.fetchrow(statement.text, *statement.arguments(values, *extra))
    if found is None:
        raise AssertionError("an aggregate answers one row")
    return Outcome.read(*found)


async def _represented(tx: Transaction, asked: Asked, outcome: Outcome) -> Outcome:
    if not asked.preferences.represented:
        return outcome
    text, returned = await _represent(tx, asked, keys_of(outcome.rows, asked.table))
    return replace(outcome, text=text, returned=returned)


async def _represent(tx: Transaction, asked: Asked, keys: list[Row]) -> tuple[str | None, int]:
    """The rows as the actor sees them now, after all consequences."""
    statement = write.read_keys(asked.source, asked.form)
    given = msgspec.json.encode(keys).decode()
    found = await tx.fetchrow(statement.text, *statement.arguments(asked.values, "", given))
    return (None, 0) if found is None else (found[0], found[1])


def _conflict(asked: Asked, rules: TableRules | None) -> write.OnConflict | None:
    resolution = asked.preferences.resolution
    if resolution is None:
        return None
    if rules is not None and not rules.upsert_allowed:
        raise Refused(
            400,
            "0A000",
            f"Rows of '{asked.table.name}' are inserted or changed, never both at once",
        )
    columns = asked.query.on_conflict or asked.table.key
    for one in columns:
        if one not in asked.table.columns:
            raise Refused(400, "42703", f'column "{one}" does not exist')
    return write.OnConflict(columns, resolution)


def _key(row: Row, columns: Sequence[str]) -> tuple[object, ...]:
    return tuple(row[column] for column in columns)
