"""The rows of `public.campuses`, which follow the published campuses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import asyncpg

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.documents.campuses import Campus


async def store(
    connection: asyncpg.Connection[Any] | Transaction, campuses: Iterable[Campus], *, update: bool
) -> None:
    """Make the rows that are missing, and let the others say the same, if they are to."""
    await connection.execute(
        "with wanted as (select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], "
        "$5::text[], $6::text[]) as w (id, university, campus, country, slug, address)), "
        "changed as (update public.campuses c set university = w.university, campus = w.campus, "
        "country = w.country, slug = w.slug, address = w.address from wanted w "
        "where $7 and w.id = c.id and (c.university, c.campus, c.country, c.slug, c.address) "
        "is distinct from (w.university, w.campus, w.country, w.slug, w.address)) "
        "insert into public.campuses (id, university, campus, country, slug, address) "
        "select * from wanted on conflict (id) do nothing",
        *zip(
            *(
                (one.id, one.university, one.campus, one.country, one.slug, one.address.line())
                for one in campuses
            ),
            strict=True,
        ),
        update,
    )
