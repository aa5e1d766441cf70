-- The day of pickups: what the crew did and when, and why a date was changed.

alter table public.pickups
  -- the crew's count at pickup, which the plan goes by
  add column items_counted integer check (items_counted between 0 and 500),
  add column started_at timestamptz,
  add column completed_at timestamptz,
  -- the window of a further pickup, whose booking has another, and the place that it holds
  add column pickup_time text check (app.is_line(pickup_time, 40)),
  add column slot_id uuid references public.slot_availability (id);
create index pickups_slot_idx on public.pickups (slot_id) where slot_id is not null;
create index pickups_day_idx on public.pickups (pickup_date, status);
create trigger pickups_audit after insert or update or delete on public.pickups
  for each row execute function app.audit();

-- Every change of a booking's pickup, kit or return date, with the reason; never altered but for the
-- answer to one that was only asked for.
create table public.date_changes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  field text not null check (
    field in ('pickup_date', 'supply_kit_delivery_date', 'return_delivery_date')
  ),
  was_date date,
  was_time text,
  is_date date,
  is_time text,
  reason text not null check (reason in ('customer', 'crew', 'weather', 'building', 'other')),
  note text check (length(note) <= 500),
  -- minutes from the change to the start of the window that was booked; null where there was none
  notice_minutes integer,
  state text not null default 'done' check (state in ('done', 'asked', 'refused'))
);
create index date_changes_booking_idx on public.date_changes (booking_id, at);
create index date_changes_asked_idx on public.date_changes (at) where state = 'asked';

-- Positions 1..n in the order in which the line stands; only what differs is written.
create function app.renumber_line(campus integer, day date) returns void language sql as
$$
  update public.pickup_queue q set queue_position = o.place
    from (
      select id, row_number() over (order by queue_position, created_at, id) as place
        from public.pickup_queue where campus_id = campus and pickup_date = day
    ) o
    where o.id = q.id and q.queue_position <> o.place
$$;
