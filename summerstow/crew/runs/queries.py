"""Every statement about runs and their stops."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.crew.events.history import StopHistory, StopKind
from summerstow.crew.queue.queries import take_day
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER

from .model import Run, RunStop, StoredProxy

_STOP = (
    "select row_to_json(s) from (select id, run_id, campus_id, date, booking_id, user_id, kind, "
    'position, state, "window", locked, arrived_at, '
    "completed_at, failure, queue_id, part_return_id from public.run_stops) s "
)
#: Whether item `i` of its booking belongs to stop `s`: a part return has a stop of its own.
ITEMS_OF_STOP = """(case when s.part_return_id is null then not exists (
    select from app.part_returns r where r.booking_id = s.booking_id and r.done_at is null
      and r.member_id is not null and r.day is not null and i.id = any(r.item_ids))
  else exists (select from app.part_returns r
    where r.id = s.part_return_id and i.id = any(r.item_ids)) end)"""
#: An item that a return cannot be completed without: it was picked up, and is not out yet.
_UNSCANNED = f"""
select coalesce(i.label_code, 'item ' || i.number) as label
from public.items i join public.run_stops s on s.id = $2
where i.booking_id = $1 and {ITEMS_OF_STOP}
  and i.state not in ('shipped', 'delivered', 'missing', 'refused')
  and (i.state not in ('listed', 'packed') or exists (select from public.item_events e
    where e.item_id = i.id and e.kind = 'picked_up' and e.blocked is null
      and not exists (select from public.item_events r where r.reverses = e.id)))
  and not exists (select from public.item_events e where e.item_id = i.id
    and e.kind = 'delivered' and e.stop_id = $2 and e.blocked is null
    and not exists (select from public.item_events t
      where t.reverses = e.id and t.blocked is null))
order by i.number
"""  # noqa: S608 - own text


def _stop(text: str) -> RunStop:
    return msgspec.json.decode(text, type=RunStop)


async def hold(tx: Transaction, stop_id: UUID) -> RunStop | None:
    """A stop by its id, held for the transaction; none that is in no run."""
    found = await tx.fetchrow(
        "select campus_id, date from public.run_stops where id = $1 and run_id is not null",
        stop_id,
    )
    if found is None:
        return None
    await take_day(tx, found["campus_id"], found["date"])
    return await stop(tx, stop_id)


async def stop(tx: Transaction, stop_id: UUID) -> RunStop | None:
    """A stop by its id."""
    text = await tx.fetchval(f"{_STOP} where s.id = $1", stop_id)
    return None if text is None else _stop(text)


async def stops(tx: Transaction, run_id: UUID) -> list[RunStop]:
    """A run's stops in order."""
    text = await tx.fetchval(
        "select coalesce(json_agg(s order by s.position), '[]') from (select id, run_id, "
        'campus_id, date, booking_id, user_id, kind, position, state, "window", locked, '
        "arrived_at, completed_at, failure, queue_id, part_return_id "
        "from public.run_stops where run_id = $1) s",
        run_id,
    )
    return msgspec.json.decode(text, type=list[RunStop])


async def order_of(tx: Transaction, run_id: UUID) -> list[UUID]:
    """The ids of a run's stops in order."""
    result: list[UUID] = await tx.fetchval(
        "select coalesce(array_agg(id order by position), '{}') from public.run_stops "
        "where run_id = $1",
        run_id,
    )
    return result


async def stops_of(tx: Transaction, ids: list[UUID]) -> dict[UUID, RunStop]:
    """These stops by their ids."""
    rows = await tx.fetch(f"{_STOP} where s.id = any($1)", ids)
    return {one.id: one for one in (_stop(row[0]) for row in rows)}


async def run(tx: Transaction, run_id: UUID) -> Run | None:
    """A run."""
    text = await tx.fetchval(
        "select row_to_json(o) from (select r.id, r.campus_id, r.date, r.name, r.van_items, "
        "r.is_default, array(select w.user_id from public.run_workers w where w.run_id = r.id) "
        "as workers from public.runs r where r.id = $1) o",
        run_id,
    )
    return None if text is None else msgspec.json.decode(text, type=Run)


async def make_run(
    tx: Transaction, campus_id: int, day: date, name: str, van_items: int | None
) -> UUID:
    """A new run; the first one of a day is the one that bookings join."""
    result: UUID = await tx.fetchval(
        "insert into public.runs (campus_id, date, name, van_items, is_default) "
        "select $1, $2, $3, $4, not exists (select from public.runs where campus_id = $1 "
        "and date = $2 and is_default) returning id",
        campus_id,
        day,
        name,
        van_items,
    )
    return result


async def remove_empty_run(tx: Transaction, run_id: UUID) -> bool:
    """Remove a run that bookings do not join and that has no stops; false where it is neither."""
    tag = await tx.execute(
        "delete from public.runs r where r.id = $1 and not r.is_default "
        "and not exists (select from public.run_stops s where s.run_id = r.id)",
        run_id,
    )
    return tag == "DELETE 1"


async def change_run(tx: Transaction, run_id: UUID, name: str, van_items: int | None) -> None:
    """Another name or van."""
    await tx.execute(
        "update public.runs set name = $2, van_items = $3 where id = $1", run_id, name, van_items
    )


async def set_workers(tx: Transaction, run_id: UUID, workers: list[UUID]) -> int:
    """Let just these people work on a run; how many of them are staff and were stored."""
    await tx.execute(
        "delete from public.run_workers where run_id = $1 and user_id <> all($2)", run_id, workers
    )
    await tx.execute(
        "insert into public.run_workers (run_id, user_id) select $1, u.id from public.users u "
        "where u.id = any($2) and u.role <> $3 on conflict do nothing",
        run_id,
        workers,
        CUSTOMER,
    )
    result: int = await tx.fetchval(
        "select count(*)::int from public.run_workers where run_id = $1", run_id
    )
    return result


async def own_campuses(tx: Transaction) -> list[int] | None:
    """The campuses that the asking member of staff is limited to; None: no limit."""
    result: list[int] | None = await tx.fetchval("select app.own_campuses()")
    return result


async def lock(tx: Transaction, stop_id: UUID, locked: bool) -> None:
    """Let a stop keep its position, or not."""
    await tx.execute("update public.run_stops set locked = $2 where id = $1", stop_id, locked)


async def unscanned(tx: Transaction, booking_id: UUID, stop_id: UUID) -> list[str]:
    """Labels of the booking's items that were not scanned out at this stop."""
    rows = await tx.fetch(_UNSCANNED, booking_id, stop_id)
    return [row["label"] for row in rows]


async def not_returned(tx: Transaction, stop_id: UUID) -> list[str]:
    """Labels of a stop's items that are missing or were refused."""
    rows = await tx.fetch(
        "select coalesce(i.label_code, 'item ' || i.number) as label from public.run_stops s "  # noqa: S608 - own text
        "join public.items i on i.booking_id = s.booking_id where s.id = $1 "
        f"and {ITEMS_OF_STOP} and i.state in ('missing', 'refused') order by i.number",
        stop_id,
    )
    return [row["label"] for row in rows]


async def scanned_in(tx: Transaction, booking_id: UUID) -> int:
    """How many of the booking's items the crew scanned at their pickup."""
    result: int = await tx.fetchval(
        "select count(*)::int from public.items "
        "where booking_id = $1 and state not in ('listed', 'packed', 'refused')",
        booking_id,
    )
    return result


async def set_arrival(tx: Transaction, stop_id: UUID, at: datetime | None) -> None:
    """Say when the crew arrived at a stop."""
    await tx.execute("update public.run_stops set arrived_at = $2 where id = $1", stop_id, at)


async def store(tx: Transaction, stop_id: UUID, found: StopHistory) -> None:
    """Let a stop be what its events make of it."""
    await tx.execute(
        "update public.run_stops set state = $2, arrived_at = $3, completed_at = $4, failure = $5 "
        "where id = $1",
        stop_id,
        found.state,
        found.arrived_at,
        found.completed.at if found.completed else None,
        found.failure,
    )


async def proxy(tx: Transaction, booking_id: UUID, kind: StopKind) -> StoredProxy | None:
    """The code of a stop's named person, held; tries are counted one after the other."""
    await tx.execute(
        "select 1 from app.stop_proxies where booking_id = $1 and kind = $2 for update",
        booking_id,
        kind,
    )
    row = await tx.fetchrow(
        "select p.salt, p.code_hash, p.used_at is not null, (select count(*)::int "
        "from app.proxy_tries t where (t.booking_id, t.kind, t.salt) = (p.booking_id, p.kind, "
        "p.salt)) from app.stop_proxies p where p.booking_id = $1 and p.kind = $2",
        booking_id,
        kind,
    )
    return None if row is None else StoredProxy(*row)


async def wrong_try(
    tx: Transaction, booking_id: UUID, kind: StopKind, salt: str, try_id: UUID
) -> int:
    """Keep a wrong try once for its id; how many there are of this code."""
    await tx.execute(
        "insert into app.proxy_tries (id, booking_id, kind, salt, actor_id) "
        "values ($1, $2, $3, $4, $5) on conflict (id) do nothing",
        try_id,
        booking_id,
        kind,
        salt,
        tx.actor.user_id,
    )
    result: int = await tx.fetchval(
        "select count(*)::int from app.proxy_tries "
        "where booking_id = $1 and kind = $2 and salt = $3",
        booking_id,
        kind,
        salt,
    )
    return result


async def name_proxy(
    tx: Transaction, booking_id: UUID, kind: StopKind, *, name: str, salt: str, code_hash: str
) -> None:
    """A person with a new code; one that was named before is void."""
    await tx.execute(
        "insert into app.stop_proxies (booking_id, kind, name, salt, code_hash) "
        "values ($1, $2, $3, $4, $5) on conflict (booking_id, kind) do update set name = $3, "
        "salt = $4, code_hash = $5, created_at = now(), used_at = null, used_by_event = null",
        booking_id,
        kind,
        name,
        salt,
        code_hash,
    )


async def use_proxy(
    tx: Transaction, booking_id: UUID, kind: StopKind, event_id: UUID, now: datetime
) -> None:
    """A code is good once."""
    await tx.execute(
        "update app.stop_proxies set used_at = $4, used_by_event = $3 "
        "where booking_id = $1 and kind = $2",
        booking_id,
        kind,
        event_id,
        now,
    )


async def owner(tx: Transaction, booking_id: UUID) -> tuple[UUID | None, str] | None:
    """(account, status) of a booking."""
    row = await tx.fetchrow("select user_id, status from public.bookings where id = $1", booking_id)
    return None if row is None else (row["user_id"], row["status"])
