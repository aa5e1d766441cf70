"""The crews' work on generated past bookings: the stops of the last season, and labelled items."""

# ruff: noqa: S608 - what is put in is a constant of this folder

from __future__ import annotations

from datetime import date
from typing import Final

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import WORKER
from summerstow.warehouse.codes import new_code

from .past_queries import codes

#: One in so many bookings of one campus has labels: they were tried there first.
_LABELLED: Final = 2

_DRAWN: Final = """
create temp table drawn_stop (id uuid, campus_id int, user_id uuid, made timestamptz, kind text,
  day date, picked text) on commit drop;
create temp table drawn_item (id uuid, booking_id uuid, user_id uuid, number int, picked date,
  back date, campus_id int, code text) on commit drop;
"""

# $1 the season's first day.
_STOP: Final = """
insert into drawn_stop
select d.id, d.campus_id, b.user_id, d.made, s.*
from drawn_booking d join public.bookings b using (id)
  cross join lateral (values ('pickup', d.pickup, d.picked), ('kit', d.pickup - d.kit, null),
    ('return', d.back, null)) s (kind, day, picked)
where d.status <> 'cancelled' and d.pickup >= $1 and s.day is not null
"""
_RUNS_MADE: Final = """
select app.run_of_day(campus_id, day) from (
  select distinct campus_id, day from drawn_stop order by 1, 2) one
"""
_STOPS_MADE: Final = """
insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, position,
  queue_position, state, "window", completed_at, created_at)
select r.id, s.campus_id, s.day, s.id, s.user_id, s.kind,
  row_number() over (partition by r.id order by s.kind, s.picked, s.made, s.id)
    + (select count(*) from public.run_stops o where o.run_id = r.id),
  0, 'completed',
  s.picked, (s.day + time '19:30') at time zone 'UTC', s.made
from drawn_stop s
  join public.runs r on r.is_default and r.campus_id = s.campus_id and r.date = s.day
"""

# $1 the season's first day, $2 the campus.
_LABELLED_OF: Final = f"""
from drawn_booking d join public.pickups p on p.booking_id = d.id
where d.pickup >= $1 and d.campus_id = $2 and d.status <> 'cancelled' and d.back is not null
  and d.residence % {_LABELLED} = 0
"""

# $3 codes that no label has.
_ITEM: Final = f"""
insert into drawn_item
select gen_random_uuid(), i.id, b.user_id, i.number, i.pickup, i.back, i.campus_id, c.one
from (
  select o.*, n as number, row_number() over () as nth
  from (select d.*, p.items_counted {_LABELLED_OF}) o, generate_series(1, o.items_counted) n
) i join unnest($3::text[]) with ordinality c (one, nth) using (nth)
  join public.bookings b on b.id = i.id
"""
_ITEMS_MADE: Final = """
insert into public.items (id, booking_id, user_id, number, kind, description, boxed, label_code,
  state, created_at, updated_at, last_event_at, last_event_words)
select id, booking_id, user_id, number, case when number % 3 = 0 then 'suitcase' else 'box' end,
  case when number % 3 = 0 then 'Suitcase, full' else 'Winter clothes' end, number % 3 <> 0, code,
  'delivered', picked, back, back + time '21:00', 'Delivered ' || to_char(back, 'Mon FMDD')
from drawn_item
"""
_LABELS_MADE: Final = """
insert into public.labels (code, campus_id, item_id, created_at)
select code, campus_id, id, picked - 7 from drawn_item
"""
_EVENTS_MADE: Final = f"""
insert into public.item_events (id, item_id, kind, at, received_at, label_code, booking_id,
  location_id, actor_role)
select gen_random_uuid(), i.id, e.kind, e.at, e.at, i.code,
  case when e.kind = 'picked_up' then i.booking_id end,
  case when e.kind = 'shelved' then s.shelf end, '{WORKER}'
from drawn_item i
  left join (select campus_id, min(id::text)::uuid as shelf from public.locations group by 1) s
    using (campus_id)
  cross join lateral (values ('bound', picked - 7 + time '18:00'),
    ('picked_up', picked + time '20:00'), ('shelved', picked + time '23:00'),
    ('pulled', back - 1 + time '18:00'), ('loaded', back + time '16:00'),
    ('delivered', back + time '21:00')) e (kind, at)
order by e.at
"""


async def stops(tx: ElevatedTransaction, since: date) -> None:
    """All stops of the drawn bookings from `since` on, done: crews had no runs before."""
    await tx.execute(_DRAWN)
    await tx.execute(_STOP, since)
    await tx.execute(_RUNS_MADE)
    await tx.execute(_STOPS_MADE)


async def items(tx: ElevatedTransaction, since: date, campus_id: int) -> None:
    """Labelled items of some counted bookings, with all that happened to them."""
    count = await tx.fetchval(
        f"select coalesce(sum(p.items_counted), 0) {_LABELLED_OF}",
        since,
        campus_id,
    )
    free = await codes(tx, count, new_code, "labels", "code")
    await tx.execute(_ITEM, since, campus_id, free)
    for statement in (_ITEMS_MADE, _LABELS_MADE, _EVENTS_MADE):
        await tx.execute(statement)
