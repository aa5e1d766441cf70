"""Filling tables with very many rows at once: nobody else has them, and indexes are built after.

What a row's triggers would have made has to be made by whoever fills. All of it is one transaction:
whatever stops it leaves the tables as they were, with their triggers, indexes and references.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from summerstow.kit.database.transaction import ElevatedTransaction

#: Rows from which building the indexes anew costs less than keeping them up.
MANY: Final = 5_000

# Foreign keys before the unique constraints and indexes that they need, and of these none that
# another constraint needs: primary keys stay, and so do the references to them from elsewhere.
_BUILT: Final = """
select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
  format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname,
    pg_get_constraintdef(c.oid)) as make, c.contype = 'f' as refers
from pg_constraint c
where c.conrelid = any($1::regclass[]) and c.contype in ('f', 'u') and not exists (
  select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid and c.contype = 'u')
union all
select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), false
from pg_index i
where i.indrelid = any($1::regclass[])
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
order by 3 desc
"""


@asynccontextmanager
async def filling(tx: ElevatedTransaction, tables: Sequence[str], rows: int) -> AsyncIterator[None]:
    """Take `tables` without their triggers; for `rows` that are many, without indexes too.

    The database's memory and the wait for the disk are those of this transaction alone.
    """
    await tx.execute(f"lock table {', '.join(tables)} in access exclusive mode")
    for table in tables:
        await tx.execute(f"alter table {table} disable trigger user")
    built = []
    if rows >= MANY:
        await tx.execute(
            "set local maintenance_work_mem = '256MB'; set local work_mem = '128MB'; "
            "set local synchronous_commit = off"
        )
        built = await tx.fetch(_BUILT, list(tables))
        for one in built:
            await tx.execute(one["drop"])
    yield
    for one in reversed(built):
        await tx.execute(one["make"])
    await tx.execute("set constraints all immediate")
    for table in tables:
        await tx.execute(f"alter table {table} enable trigger user")
