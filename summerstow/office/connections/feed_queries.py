"""Every statement about calendar feeds and what stands in them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import STAFF
from summerstow.platform.tables import decoded_all, decoded_if_any

_FEED: Final = (
    "select f.id, f.campus_id, f.worker_id, f.generation, f.last_read_at, "
    "coalesce(nullif(u.full_name, ''), u.email) as worker from app.calendar_feeds f "
    "left join public.users u on u.id = f.worker_id "
)


class StoredFeed(msgspec.Struct, frozen=True):
    """A feed of a campus, or of a `worker` by name."""

    id: UUID
    campus_id: int | None
    worker_id: UUID | None
    generation: int
    last_read_at: datetime | None
    worker: str | None


class FeedStop(msgspec.Struct, frozen=True):
    """A stop in a calendar, without a name or number of its customer.

    `run_id` and `run`: the run in which it is.
    """

    run_id: UUID
    run: str
    campus_id: int
    date: date
    kind: str
    window: str | None
    code: str
    place: str | None


async def feeds(tx: ElevatedTransaction) -> list[StoredFeed]:
    """Return all feeds, those of campuses first."""
    rows = await tx.fetch(f"{_FEED} order by f.campus_id nulls last, worker, f.id")
    return decoded_all(StoredFeed, rows)


async def feed(tx: ElevatedTransaction, feed_id: UUID) -> StoredFeed | None:
    """Return a feed; None where its worker works here no more."""
    row = await tx.fetchrow(
        f"{_FEED} where f.id = $1 and (f.worker_id is null or u.role = any($2))",
        feed_id,
        sorted(STAFF),
    )
    return decoded_if_any(StoredFeed, row)


async def add(
    tx: ElevatedTransaction, feed_id: UUID, campus_id: int | None, worker_id: UUID | None
) -> None:
    """Store a feed, unless there is one of this campus or worker."""
    await tx.execute(
        "insert into app.calendar_feeds (id, campus_id, worker_id) values ($1, $2, $3) "
        "on conflict do nothing",
        feed_id,
        campus_id,
        worker_id,
    )


async def is_staff(tx: ElevatedTransaction, user_id: UUID) -> bool:
    """Return whether a person works here."""
    found: bool = await tx.fetchval(
        "select exists (select from public.users where id = $1 and role = any($2))",
        user_id,
        sorted(STAFF),
    )
    return found


async def renew(tx: ElevatedTransaction, feed_id: UUID) -> None:
    """Give a feed another address."""
    await tx.execute(
        "update app.calendar_feeds set generation = generation + 1, last_read_at = null "
        "where id = $1",
        feed_id,
    )


async def remove(tx: ElevatedTransaction, feed_id: UUID) -> None:
    """Delete a feed."""
    await tx.execute("delete from app.calendar_feeds where id = $1", feed_id)


async def note_read(tx: ElevatedTransaction, feed_id: UUID, now: datetime) -> None:
    """Note that a feed was read."""
    await tx.execute("update app.calendar_feeds set last_read_at = $2 where id = $1", feed_id, now)


async def stops(
    tx: ElevatedTransaction, feed: StoredFeed, first: date, last: date
) -> list[FeedStop]:
    """Return the stops of a feed between two days, in the order in which they are driven.

    Of a campus its pickups, of a worker every stop of their runs.
    """
    which, whose = (
        ("s.campus_id = $3 and s.kind = 'pickup'", feed.campus_id)
        if feed.worker_id is None
        else (
            "s.run_id in (select run_id from public.run_workers where user_id = $3)",
            feed.worker_id,
        )
    )
    rows = await tx.fetch(
        "select r.id as run_id, r.name as run, r.campus_id, s.date, s.kind, "  # noqa: S608
        's."window", upper(app.booking_code(b.id)) as code, '
        "case when s.kind = 'return' then coalesce(b.delivery_address, b.address) "
        "else concat_ws(', ', b.building_name, b.address) end as place "
        "from public.run_stops s join public.runs r on r.id = s.run_id "
        "join public.bookings b on b.id = s.booking_id "
        f"where s.date between $1 and $2 and b.status <> 'cancelled' and {which} "
        "order by s.date, r.name, r.id, s.position",
        first,
        last,
        whose,
    )
    return decoded_all(FeedStop, rows)
