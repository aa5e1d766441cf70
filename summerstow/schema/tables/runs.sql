-- One crew's work on one day at one campus.
create table public.runs (
  id uuid default gen_random_uuid() primary key,
  campus_id integer not null references public.campuses (id),
  date date not null check (app.is_plausible(date)),
  name text not null check (length(name) > 0 and app.is_line(name, 80)),
  -- how many items fit into its van; null where nobody said
  van_items integer check (van_items between 1 and 2000),
  -- what is booked for the day joins this one
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index runs_default_key on public.runs (campus_id, date) where is_default;
create index runs_day_idx on public.runs (campus_id, date);
create trigger runs_audit after insert or update or delete on public.runs
  for each row execute function app.audit();

-- Who works on a run.
create table public.run_workers (
  id uuid default gen_random_uuid() primary key,
  run_id uuid not null references public.runs (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  unique (run_id, user_id)
);
create index run_workers_user_idx on public.run_workers (user_id);

-- Stops of a run: pickups, returns and kits. Its open pickups are the view `pickup_queue`.
create table public.run_stops (
  id uuid default app.time_ordered_id() primary key,
  -- null, as its campus: a queue entry that names neither a booking nor a campus
  run_id uuid references public.runs (id),
  campus_id integer references public.campuses (id),
  date date not null check (app.is_plausible(date)),
  booking_id uuid references public.bookings (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  kind text not null default 'pickup',
  state text not null default 'waiting',
  "window" text,
  locked boolean not null default false,
  arrived_at timestamptz,
  completed_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 1..n in its run
  position integer check (position > 0),
  -- its id in the queue of its day: an open pickup's
  queue_id uuid generated always as (
    case when kind = 'pickup' and state not in ('completed', 'failed') then id end) stored,
  -- 1..n in the queue of its run, or what staff typed; 0: not a pickup
  queue_position integer not null,
  is_ready boolean not null default false,
  pickup_id uuid references public.pickups (id) on delete set null,
  constraint run_stops_position_key unique (run_id, position) deferrable,
  constraint run_stops_in_run check ((run_id is null) = (position is null)),
  constraint run_stops_kind_check check (kind in ('pickup', 'return', 'kit')),
  constraint run_stops_state_check
    check (state in ('waiting', 'on_way', 'arrived', 'completed', 'failed')),
  constraint run_stops_failure_check check (failure in
      ('nobody_there', 'not_ready', 'wrong_address', 'too_much', 'refused_goods', 'ours')),
  constraint run_stops_failure check (failure is null or state = 'failed'),
  constraint run_stops_window_check check (length("window") <= 40 and "window" !~ '[[:cntrl:]]')
) with (fillfactor = 60);
-- Ids of one millisecond keep their order where PostgreSQL makes them itself (18 and later): of stops,
-- and of pickups.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    alter table public.pickups alter id set default uuidv7();
    alter table public.run_stops alter id set default uuidv7();
  end if;
end
$$;
comment on constraint run_stops_campus_id_fkey on public.run_stops is 'not embedded';
comment on constraint run_stops_user_id_fkey on public.run_stops is 'not embedded';
comment on constraint run_stops_pickup_id_fkey on public.run_stops is 'not embedded';
create unique index run_stops_queue_key on public.run_stops (booking_id) where queue_id is not null;
create index run_stops_user_idx on public.run_stops (user_id, date);
create index run_stops_date_idx on public.run_stops (date, campus_id);
create trigger run_stops_audit after update on public.run_stops for each row
  when (old.run_id is distinct from new.run_id or old.locked <> new.locked)
  execute function app.audit();
create trigger run_stops_changed after update on public.run_stops
  referencing old table as gone new table as came
  for each statement execute function app.stops_changed();
create trigger run_stops_removed after delete on public.run_stops
  referencing old table as gone
  for each statement execute function app.stops_changed();
-- Not where stops only change places: hundreds do at once.
create trigger run_stops_set before insert or update of run_id, campus_id, date, booking_id, user_id,
    kind, state, "window", locked, arrived_at, completed_at, failure, is_ready, pickup_id
  on public.run_stops
  for each row execute function app.set_stop();

-- Customers who said on the day that they come later to their door.
create table app.late_customers (
  stop_id uuid primary key references public.run_stops (id) on delete cascade,
  minutes integer not null check (minutes between 5 and 60),
  announced_at timestamptz not null
);

-- What was recorded at stops, each event once for its id, whatever became of its stop.
create table public.stop_events (
  -- made on the device that recorded it: the same event sent again is the same row
  id uuid primary key,
  -- null where the device knew none; it may have left its run since
  stop_id uuid,
  pickup_id uuid references public.pickups (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  -- null where nobody knows the stop, as its day
  kind text check (kind in ('pickup', 'return', 'kit')),
  day date check (app.is_plausible(day)),
  -- counted: the count of a completed pickup was put right
  state text not null
    check (state in ('waiting', 'on_way', 'arrived', 'completed', 'failed', 'counted')),
  -- the status on the screen where it was recorded; null where it is not known
  seen text check (seen in ('scheduled', 'in_progress', 'completed')),
  -- as the device's clock said; null for what the server itself recorded
  device_at timestamptz,
  -- server clock minus device clock when it was sent; zero for one that is believed
  clock_offset_ms bigint not null default 0,
  -- when it happened: the device's time put right, not in the future
  at timestamptz not null,
  received_at timestamptz not null,
  items_counted integer check (items_counted between 0 and 500),
  signed_by text check (length(signed_by) > 0 and app.is_line(signed_by, 200)),
  strokes text check (length(strokes) <= 20000 and strokes ~ '^M[ML0-9 ]+$'),
  -- by a named person's code in place of a signature
  by_proxy boolean not null default false,
  failure text,
  -- a photo may arrive later than its event
  photo_id uuid,
  note text check (length(note) <= 500),
  override_reason text check (length(override_reason) <= 500),
  -- again: today; date: another one; office: the office decides. Null where nobody said.
  next_step text check (next_step in ('again', 'date', 'office')),
  actor_id uuid,
  actor_role text not null,
  -- false: it did not fit the stop, and a person decides
  applies boolean not null default true,
  -- the event whose count and time a person accepted by this one
  decides uuid references public.stop_events (id) on delete cascade,
  constraint stop_events_signatures_are_whole check ((signed_by is null) = (strokes is null))
);
create index stop_events_stop_idx on public.stop_events (stop_id, at);
create index stop_events_pickup_idx on public.stop_events (pickup_id, at);
create index stop_events_booking_idx on public.stop_events (booking_id);
create index stop_events_decides_idx on public.stop_events (decides) where decides is not null;
create trigger stop_events_kept before update on public.stop_events
  for each row execute function app.append_only(
    'signed_by', 'strokes', 'note', 'override_reason', 'photo_id');

-- Whoever a customer named to hand over or take at one stop, by the hash of a code of six digits.
create table app.stop_proxies (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  kind text not null check (kind in ('pickup', 'return', 'kit')),
  name text not null check (length(name) > 0 and app.is_line(name, 100)),
  salt text not null,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  used_by_event uuid,
  primary key (booking_id, kind)
);

-- Wrong tries of a hand-over code, each once for the id that the device gave it. They count for
-- the code that was tried, which its salt tells from those before it.
create table app.proxy_tries (
  id uuid primary key,
  booking_id uuid not null,
  kind text not null,
  salt text not null,
  at timestamptz not null default now(),
  actor_id uuid,
  foreign key (booking_id, kind) references app.stop_proxies (booking_id, kind) on delete cascade
);
create index proxy_tries_idx on app.proxy_tries (booking_id, kind, salt);
