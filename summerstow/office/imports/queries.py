"""Every statement about imports, their files and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_all

from .model import CheckedRow, ImportChoice, ImportColumn, ImportState, StoredImport, StoredRow

_COLUMNS: Final = (
    "id, kind, file_name, requested_by, requested_role, requested_at, state, columns, choice, "
    "rows_done, rows_total, attempts, rows_new, rows_known, rows_faulty, rows_written, error"
)


class FaultyRow(msgspec.Struct, frozen=True):
    """A row that was not imported: its line, its faulty field with its value, and why."""

    number: int
    field: str | None
    value: str | None
    reason: str


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


async def create(
    tx: ElevatedTransaction, import_id: UUID, kind: str, file_name: str
) -> StoredImport:
    """Begin an import, or return the one that was begun."""
    await tx.execute(
        "insert into app.imports (id, kind, file_name, requested_by, requested_role) "
        "values ($1, $2, $3, $4, $5) on conflict do nothing",
        import_id,
        kind,
        file_name,
        tx.actor.user_id,
        tx.actor.role,
    )
    stored = await locked(tx, import_id)
    assert stored is not None
    return stored


async def locked(tx: ElevatedTransaction, import_id: UUID) -> StoredImport | None:
    """Return an import, held for the transaction."""
    row = await tx.fetchval(
        f"select row_to_json(i) from (select {_COLUMNS} from app.imports "  # noqa: S608
        "where id = $1 for update) i",
        import_id,
    )
    return None if row is None else msgspec.json.decode(row, type=StoredImport)


async def newest(tx: ElevatedTransaction, most: int) -> list[StoredImport]:
    """Return the newest imports whose file has arrived."""
    text = await tx.fetchval(
        f"select coalesce(json_agg(i), '[]') from (select {_COLUMNS} from app.imports "  # noqa: S608
        "where state <> 'uploading' order by requested_at desc limit $1) i",
        most,
    )
    return msgspec.json.decode(text, type=list[StoredImport])


async def begin_work(tx: ElevatedTransaction) -> StoredImport | None:
    """Return the oldest import with work for the job, and count the attempt."""
    row = await tx.fetchval(
        f"update app.imports i set attempts = attempts + 1 where id = ("  # noqa: S608
        "select id from app.imports where state in ('checking', 'writing', 'undoing') "
        "order by requested_at limit 1) "
        f"returning (select row_to_json(r) from (select {_COLUMNS}) r)"
    )
    return None if row is None else msgspec.json.decode(row, type=StoredImport)


async def set_state(
    tx: ElevatedTransaction, import_id: UUID, state: ImportState, error: str | None = None
) -> None:
    """Store a state, and why the last one ended early."""
    await tx.execute(
        "update app.imports set state = $2, error = $3, attempts = 0, rows_done = 0 where id = $1",
        import_id,
        state,
        error,
    )


async def set_choice(tx: ElevatedTransaction, import_id: UUID, choice: ImportChoice) -> None:
    """Store what a person chose."""
    await tx.execute(
        "update app.imports set choice = $2::text::jsonb where id = $1", import_id, _json(choice)
    )


async def set_columns(
    tx: ElevatedTransaction, import_id: UUID, columns: Sequence[ImportColumn]
) -> None:
    """Store the columns of a file."""
    await tx.execute(
        "update app.imports set columns = $2::text::jsonb where id = $1", import_id, _json(columns)
    )


async def note_progress(
    tx: ElevatedTransaction, import_id: UUID, done: int, total: int | None = None
) -> None:
    """Note how far the job is; it has got on, so that earlier attempts count no more."""
    await tx.execute(
        "update app.imports set rows_done = $2, rows_total = coalesce($3, rows_total), "
        "attempts = 1 where id = $1",
        import_id,
        done,
        total,
    )


async def count_rows(tx: ElevatedTransaction, import_id: UUID) -> None:
    """Note how many rows there are in each state."""
    await tx.execute(
        "update app.imports set rows_new = n.new, rows_known = n.known, rows_faulty = n.faulty, "
        "rows_written = n.written from (select count(*) filter (where state = 'new') as new, "
        "count(*) filter (where state = 'known') as known, "
        "count(*) filter (where state = 'faulty') as faulty, "
        "count(*) filter (where state = 'written') as written "
        "from app.import_rows where import_id = $1) n where id = $1",
        import_id,
    )


async def add_part(tx: ElevatedTransaction, import_id: UUID, number: int, content: bytes) -> None:
    """Store a part of the file; the same again changes nothing."""
    await tx.execute(
        "insert into app.import_parts (import_id, number, content) values ($1, $2, $3) "
        "on conflict do nothing",
        import_id,
        number,
        content,
    )


async def file_size(tx: ElevatedTransaction, import_id: UUID) -> int:
    """Return how many bytes of a file have arrived."""
    size: int = await tx.fetchval(
        "select coalesce(sum(length(content)), 0)::int from app.import_parts where import_id = $1",
        import_id,
    )
    return size


async def file(tx: ElevatedTransaction, import_id: UUID) -> bytes:
    """Return the file of an import; empty where it is deleted."""
    rows = await tx.fetch(
        "select content from app.import_parts where import_id = $1 order by number", import_id
    )
    return b"".join(content for (content,) in rows)


async def forget_file(tx: ElevatedTransaction, import_id: UUID) -> None:
    """Delete the file of an import, its examples, and the values of rows that were not written."""
    await tx.execute(
        "update app.imports set columns = (select coalesce(jsonb_agg("
        "jsonb_build_object('heading', c -> 'heading', 'examples', '[]'::jsonb)), '[]') "
        "from jsonb_array_elements(columns) c) where id = $1",
        import_id,
    )
    await tx.execute("delete from app.import_parts where import_id = $1", import_id)
    await tx.execute(
        "update app.import_rows set data = null, value = null where import_id = $1", import_id
    )


async def forget_old(tx: ElevatedTransaction, before: datetime) -> None:
    """Delete imports of before that wrote nothing; of others all but what they wrote."""
    await tx.execute(
        "delete from app.imports where requested_at < $1 and rows_written = 0 "
        "and state in ('uploading', 'columns', 'checked', 'undone')",
        before,
    )
    await tx.execute(
        "with old as (update app.imports set state = 'written', rows_new = 0 "
        "where requested_at < $1 and state = 'checked' returning id), "
        "file as (delete from app.import_parts p using old where p.import_id = old.id) "
        "delete from app.import_rows r using app.imports i where i.id = r.import_id "
        "and (i.state = 'written' or i.id in (select id from old)) "
        "and i.requested_at < $1 and r.state <> 'written'",
        before,
    )


async def delete(tx: ElevatedTransaction, import_id: UUID) -> None:
    """Delete an import with its file and its rows."""
    await tx.execute("delete from app.imports where id = $1", import_id)


async def delete_rows(tx: ElevatedTransaction, import_id: UUID) -> None:
    """Delete the rows of an import."""
    await tx.execute("delete from app.import_rows where import_id = $1", import_id)


async def add_rows(tx: ElevatedTransaction, import_id: UUID, rows: Sequence[CheckedRow]) -> None:
    """Store checked rows."""
    await tx.execute(
        "insert into app.import_rows (import_id, number, state, key, data, field, value, reason) "
        "select $1, r.number, r.state, r.key, r.data::jsonb, r.field, r.value, r.reason "
        "from unnest($2::int[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::text[], "
        "$8::text[]) r (number, state, key, data, field, value, reason)",
        import_id,
        [one.number for one in rows],
        [one.state for one in rows],
        [one.key for one in rows],
        [None if one.data is None else _json(one.data) for one in rows],
        [one.field for one in rows],
        [one.value for one in rows],
        [one.reason for one in rows],
    )


async def written_keys(tx: ElevatedTransaction, keys: Sequence[bytes]) -> dict[bytes, UUID]:
    """Return which rows were written by an import before, with what they became."""
    rows = await tx.fetch(
        "select key, target_id from app.import_rows where key = any($1) and state = 'written'",
        list(keys),
    )
    return {key: target for key, target in rows}  # noqa: C416 - records are no pairs for types


async def next_rows(tx: ElevatedTransaction, import_id: UUID, most: int) -> list[StoredRow]:
    """Return the next rows to write."""
    rows = await tx.fetch(
        "select number, data from app.import_rows where import_id = $1 and state = 'new' "
        "order by number limit $2",
        import_id,
        most,
    )
    return [StoredRow(number, msgspec.json.decode(data)) for number, data in rows]


async def mark_written_before(tx: ElevatedTransaction, import_id: UUID) -> None:
    """Note rows that another import wrote since they were checked."""
    await tx.execute(
        "update app.import_rows r set state = 'known', data = null "
        "where import_id = $1 and state = 'new' and exists (select from app.import_rows w "
        "where w.key = r.key and w.state = 'written')",
        import_id,
    )


async def mark_written(tx: ElevatedTransaction, import_id: UUID, targets: dict[int, UUID]) -> None:
    """Note what rows became; their data is needed no more."""
    await tx.execute(
        "update app.import_rows r set state = 'written', data = null, target_id = n.target, "
        "written_at = now() from unnest($2::int[], $3::uuid[]) n (number, target) "
        "where r.import_id = $1 and r.number = n.number",
        import_id,
        list(targets),
        list(targets.values()),
    )


async def mark_known(tx: ElevatedTransaction, import_id: UUID, numbers: Sequence[int]) -> None:
    """Note rows that are there already."""
    await tx.execute(
        "update app.import_rows set state = 'known', data = null "
        "where import_id = $1 and number = any($2)",
        import_id,
        list(numbers),
    )


async def mark_faulty(tx: ElevatedTransaction, import_id: UUID, number: int, reason: str) -> None:
    """Note why a row could not be written after all."""
    await tx.execute(
        "update app.import_rows set state = 'faulty', data = null, reason = $3 "
        "where import_id = $1 and number = $2",
        import_id,
        number,
        reason,
    )


async def faulty_rows(
    tx: ElevatedTransaction, import_id: UUID, after: int, most: int
) -> list[FaultyRow]:
    """Return the next faulty rows after a line."""
    rows = await tx.fetch(
        "select number, field, value, reason from app.import_rows "
        "where import_id = $1 and state = 'faulty' and number > $2 order by number limit $3",
        import_id,
        after,
        most,
    )
    return decoded_all(FaultyRow, rows)


async def targets(tx: ElevatedTransaction, import_id: UUID) -> list[UUID]:
    """Return what an import wrote, the last first."""
    rows = await tx.fetch(
        "select target_id from app.import_rows where import_id = $1 and state = 'written' "
        "order by number desc",
        import_id,
    )
    return [target for (target,) in rows]
