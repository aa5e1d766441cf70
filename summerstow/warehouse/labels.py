"""Labels that are printed in rolls without an owner, and those that customers print."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform.database.transaction import ElevatedTransaction

from .codes import new_code


async def make(tx: ElevatedTransaction, count: int, campus_id: int) -> tuple[int, list[str]]:
    """(batch, codes in their order on the sheet) of new, free labels."""
    batch: int = await tx.fetchval("select nextval('public.label_batch')::int")
    codes: list[str] = []
    while len(codes) < count:
        codes += await _add(tx, count - len(codes), batch, campus_id)
    return batch, sorted(codes)


async def of_batch(tx: ElevatedTransaction, batch: int) -> list[str]:
    """The codes of a batch, in their order on the sheet."""
    rows = await tx.fetch("select code from public.labels where batch = $1 order by code", batch)
    return [row["code"] for row in rows]


async def for_booking(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """Give every item of a booking that has none a label of its own."""
    bare = await tx.fetch(
        "select id from public.items where booking_id = $1 and label_code is null "
        "and state in ('listed', 'packed') order by number for update",
        booking_id,
    )
    codes: list[str] = []
    while len(codes) < len(bare):
        codes += await _add(tx, len(bare) - len(codes), None, None)
    for row, code in zip(bare, codes, strict=True):
        await tx.execute("update public.labels set item_id = $2 where code = $1", code, row["id"])
        await tx.execute("update public.items set label_code = $2 where id = $1", row["id"], code)


async def _add(
    tx: ElevatedTransaction, count: int, batch: int | None, campus_id: int | None
) -> list[str]:
    """Store so many codes; fewer where some were given out before."""
    rows = await tx.fetch(
        "insert into public.labels (code, batch, campus_id) select code, $2, $3 "
        "from unnest($1::text[]) code on conflict (code) do nothing returning code",
        list({new_code() for _ in range(count)}),
        batch,
        campus_id,
    )
    return [row["code"] for row in rows]
