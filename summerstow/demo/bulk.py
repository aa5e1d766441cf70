"""Filling tables with very many rows at once: nobody else has them, and indexes are built after.

What a row's triggers would have made has to be made by whoever fills. All of it is one transaction:
whatever stops it leaves the tables as they were, with their triggers, indexes and references.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.schema import migrate

#: Rows from which building the indexes anew costs less than keeping them up.
MANY: Final = 5_000

# Foreign keys, those from elsewhere too, before the unique constraints that they need. Primary keys
# among these: random ones would be put each somewhere else into an index larger than the memory.
_BUILT: Final = """
select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
  concat_ws('; ', format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname,
      pg_get_constraintdef(c.oid)),
    format('comment on constraint %I on %s is %L', c.conname, c.conrelid::regclass, d.description)
  ) as make, (c.contype = 'f')::int as place
from pg_constraint c
  left join pg_description d on d.objoid = c.oid and d.classoid = 'pg_constraint'::regclass
where c.contype in ('f', 'u', 'p')
  and (c.conrelid = any($1::regclass[]) or c.confrelid = any($1::regclass[]))
union all
select format('drop index %s', i.indexrelid::regclass),
  concat_ws('; ', pg_get_indexdef(i.indexrelid),
    format('comment on index %s is %L', i.indexrelid::regclass, d.description),
    (select string_agg(format('alter index %s alter column %s set statistics %s',
        i.indexrelid::regclass, attnum, attstattarget), '; ')
      from pg_attribute where attrelid = i.indexrelid and attstattarget >= 0)), -1
from pg_index i
  left join pg_description d on d.objoid = i.indexrelid and d.classoid = 'pg_class'::regclass
where i.indrelid = any($1::regclass[])
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
union all
select format('alter table %s reset (fillfactor)', c.oid::regclass),
  format('alter table %s set (fillfactor = %s)', c.oid::regclass, o.option_value), -2
from pg_class c, pg_options_to_table(c.reloptions) o
where c.oid = any($1::regclass[]) and o.option_name = 'fillfactor'
order by place desc
"""
# What a transaction puts into a table that it has written anew is in no log, where the server keeps
# none for others (`fresh`).
_REWRITTEN: Final = """
select string_agg(format('cluster %s using %I', conrelid::regclass, conname), '; ')
from pg_constraint where contype = 'p' and conrelid = any($1::regclass[])
"""


@asynccontextmanager
async def filling(tx: ElevatedTransaction, tables: Sequence[str], rows: int) -> AsyncIterator[None]:
    """Take every table; `tables` without their triggers, for `rows` that are many without indexes.

    The database's memory and the wait for the disk are those of this transaction alone.
    """
    built = await tx.fetch(_BUILT, list(tables)) if rows >= MANY else []
    await _hold(tx)
    for table in tables:
        await tx.execute(f"alter table {table} disable trigger user")
    if built:
        await tx.execute(
            "set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'; "
            "set local synchronous_commit = off; set local max_parallel_maintenance_workers = 1"
        )
        if await tx.fetchval("show wal_level") == "minimal":
            await tx.execute(await tx.fetchval(_REWRITTEN, list(tables)))
    for one in built:
        await tx.execute(one["drop"])
    yield
    for one in reversed(built):
        await tx.execute(one["make"])
    await tx.execute("set constraints all immediate")
    for table in tables:
        await tx.execute(f"alter table {table} enable trigger user")


async def _hold(tx: ElevatedTransaction) -> None:
    """Take every table, as a migration does: others take theirs in other orders.

    Those that the filled ones lead to as well, such as the sums of bookings.
    """
    connection = await tx.connection()
    while True:
        await tx.execute("savepoint filling")
        try:
            await migrate.hold_every_table(connection)
        except migrate.BUSY:
            await tx.execute("rollback to filling")
        else:
            await tx.execute("release filling")
            return
