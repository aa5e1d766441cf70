-- Runs: one crew's work on one day at one campus, and the stops in it: pickups, returns, kits.
-- A pickup's stop and its place in `pickup_queue` are one thing seen twice; triggers keep them so,
-- whoever writes either.

create table public.runs (
  id uuid primary key default gen_random_uuid(),
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

create table public.run_workers (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references public.runs (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  unique (run_id, user_id)
);
create index run_workers_user_idx on public.run_workers (user_id);

alter table public.pickup_queue add column run_id uuid references public.runs (id);
comment on constraint pickup_queue_run_id_fkey on public.pickup_queue is 'not embedded';
create index pickup_queue_run_idx on public.pickup_queue (run_id);

create table public.run_stops (
  -- of a pickup: that of its first place in line
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references public.runs (id),
  campus_id integer not null references public.campuses (id),
  date date not null,
  -- none for a place in line that no booking made
  booking_id uuid references public.bookings (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  kind text not null check (kind in ('pickup', 'return', 'kit')),
  position integer not null check (position > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'on_way', 'arrived', 'completed', 'failed')),
  "window" text check (app.is_line("window", 40)),
  locked boolean not null default false,
  arrived_at timestamptz,
  completed_at timestamptz,
  failure text check (failure in (
    'nobody_there', 'not_ready', 'wrong_address', 'too_much', 'refused_goods', 'ours')),
  -- its place in line, while it stands in one
  queue_id uuid unique,
  created_at timestamptz not null default now(),
  constraint run_stops_position_key unique (run_id, position) deferrable initially deferred,
  constraint run_stops_failure check ((state = 'failed') or failure is null)
);
comment on constraint run_stops_user_id_fkey on public.run_stops is 'not embedded';
comment on constraint run_stops_campus_id_fkey on public.run_stops is 'not embedded';
create unique index run_stops_once_key on public.run_stops (booking_id, kind, date);
create index run_stops_user_idx on public.run_stops (user_id, date);
create index run_stops_date_idx on public.run_stops (campus_id, date);
create trigger run_stops_audit after update on public.run_stops for each row
  when (old.run_id is distinct from new.run_id or old.locked <> new.locked)
  execute function app.audit();

-- What was recorded at a stop by its verbs: kept once for its id, whatever became of the stop.
create table public.stop_events (
  id uuid primary key,
  -- the stop may have left its run since
  stop_id uuid not null,
  booking_id uuid references public.bookings (id) on delete cascade,
  -- null where nobody knows the stop
  kind text check (kind in ('pickup', 'return', 'kit')),
  state text not null check (state in ('waiting', 'on_way', 'arrived', 'completed', 'failed')),
  at timestamptz not null,
  received_at timestamptz not null,
  clock_offset_ms bigint not null default 0,
  signed_by text check (length(signed_by) > 0 and app.is_line(signed_by, 200)),
  strokes text check (length(strokes) <= 20000 and strokes ~ '^M[ML0-9 ]+$'),
  -- by a named person's code in place of a signature
  by_proxy boolean not null default false,
  failure text,
  -- a photo may arrive later than its event
  photo_id uuid,
  note text check (length(note) <= 500),
  override_reason text check (length(override_reason) <= 500),
  actor_id uuid,
  actor_role text not null,
  -- false: it did not fit the stop, and a person decides
  applies boolean not null default true,
  constraint stop_events_signatures_are_whole check ((signed_by is null) = (strokes is null))
);
create index stop_events_stop_idx on public.stop_events (stop_id, at);
create index stop_events_booking_idx on public.stop_events (booking_id);
create index stop_events_photo_idx on public.stop_events (photo_id) where photo_id is not null;
create function app.keep_stop_event() returns trigger language plpgsql as
$$
declare
  personal constant text[] := array['signed_by', 'strokes', 'note', 'override_reason', 'photo_id'];
begin
  if not app.erasing() or to_jsonb(new) - personal is distinct from to_jsonb(old) - personal then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger stop_events_kept before update on public.stop_events
  for each row execute function app.keep_stop_event();
create trigger stop_events_case_gone after delete on public.stop_events
  for each row execute function app.drop_case();

-- A case may be of a verb at a stop, too.
alter table public.custody_cases
  drop constraint custody_cases_about_check,
  drop constraint custody_cases_reason_check,
  drop constraint custody_cases_decision_check,
  add constraint custody_cases_about_check check (about in ('stop', 'item', 'verb')),
  add constraint custody_cases_reason_check check (case about
    when 'stop' then
      reason in ('other_count', 'taken_back', 'cancelled', 'moved', 'ended', 'gone', 'refused')
    when 'item' then reason in ('order', 'item', 'label', 'stop', 'booking', 'location')
    else reason in ('unscanned', 'override', 'unsigned', 'gone', 'contradiction', 'missing_items')
  end),
  add constraint custody_cases_decision_check check (
    decision in ('accept', 'keep') and about = 'stop' or decision = 'seen' and about <> 'stop');

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

-- Today or tomorrow on campus, which stays seven hours behind all year.
create function app.is_near(day date) returns boolean language sql stable as
$$ select day between (now() at time zone 'UTC' - interval '7 hours')::date
  and (now() at time zone 'UTC' - interval '7 hours')::date + 1 $$;

-- The first minute of a window or hour as it is written: `9:00 AM - 12:00 PM` is 540.
create function app.starts_at(written text) returns integer language sql immutable as
$$
  select coalesce((
    select (m[1]::int % 12) * 60 + m[2]::int + case upper(m[3]) when 'PM' then 720 else 0 end
    from regexp_match(written, '(\d{1,2}):(\d{2}) *([AaPp][Mm])') m), 1440)
$$;

-- The run that a day's bookings join; made with the first of them.
create function app.run_of_day(campus integer, day date) returns uuid language plpgsql as
$$
declare
  found_run uuid;
begin
  select id into found_run from public.runs where campus_id = campus and date = day and is_default;
  if found_run is null then
    insert into public.runs (campus_id, date, name, is_default) values (campus, day, 'Run 1', true)
      on conflict do nothing;
    select id into strict found_run
      from public.runs where campus_id = campus and date = day and is_default;
  end if;
  return found_run;
end
$$;

-- Positions 1..n as the stops stand; only what differs is written.
create function app.renumber_run(run uuid) returns void language sql as
$$
  update public.run_stops s set position = o.place
    from (select id, row_number() over (order by position, created_at, id) as place
      from public.run_stops where run_id = run) o
    where o.id = s.id and s.position <> o.place
$$;

-- Behind the last stop whose window begins no later; those behind it move back.
create function app.place_in_run(run uuid, written text) returns integer language plpgsql as
$$
declare
  place integer;
begin
  select coalesce(max(position) filter (
      where app.starts_at("window") <= app.starts_at(written) or state <> 'waiting'), 0) + 1
    into place from public.run_stops where run_id = run;
  update public.run_stops set position = position + 1 where run_id = run and position >= place;
  return place;
end
$$;

-- The pickups of a run stand as their places in line say, at the positions that they hold.
create function app.follow_line(run uuid) returns void language sql as
$$
  with waiting as (
    select s.id, s.position, row_number() over (order by s.position) as slot,
      row_number() over (order by q.queue_position, q.created_at, q.id) as turn
    from public.run_stops s join public.pickup_queue q on q.id = s.queue_id
    where s.run_id = run
  )
  update public.run_stops s set position = o.position
    from waiting w join waiting o on o.slot = w.turn
    where s.id = w.id and s.position <> o.position
$$;

-- The line of a run stands as its stops do.
create function app.line_follows(run uuid) returns void language sql as
$$
  update public.pickup_queue q set queue_position = o.place
    from (select s.queue_id, row_number() over (order by s.position) as place
      from public.run_stops s where s.run_id = run and s.queue_id is not null) o
    where o.queue_id = q.id and q.queue_position <> o.place
$$;

-- A place in line joins a run before it is stored, and is a stop of it from then on.
create function app.queue_joins_run() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  if new.campus_id is null then
    new.run_id := null;
  elsif tg_op = 'INSERT' and new.run_id is null
    or tg_op = 'UPDATE'
      and (new.campus_id, new.pickup_date) is distinct from (old.campus_id, old.pickup_date) then
    perform app.take_day(new.campus_id, new.pickup_date);
    new.run_id := app.run_of_day(new.campus_id, new.pickup_date);
  end if;
  return new;
end
$$;
create trigger pickup_queue_run before insert or update of campus_id, pickup_date
  on public.pickup_queue for each row execute function app.queue_joins_run();

create function app.queue_is_stop() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  stop public.run_stops;
  written text;
  done text;
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.run_id is null then
    select * into stop from public.run_stops where queue_id = old.id;
    if not found then
      return null;
    end if;
    select case when exists (
        select from public.pickups p where p.pickup_date = old.pickup_date
          and p.status = 'completed' and (p.user_id = old.user_id or p.booking_id = old.booking_id))
      or exists (select from public.bookings b where b.id = old.booking_id
        and b.pickup_date = old.pickup_date and b.status in ('picked_up', 'delivered', 'completed'))
      then 'completed' when stop.state = 'failed' then 'failed' end into done;
    if done is null then
      delete from public.run_stops where id = stop.id;
      perform app.renumber_run(stop.run_id);
    else
      update public.run_stops set queue_id = null, state = done,
        completed_at = case done when 'completed' then coalesce(completed_at, now()) end,
        failure = case done when 'failed' then failure end
        where id = stop.id;
    end if;
    return null;
  end if;
  if new.run_id is null then
    return null;
  end if;
  select coalesce(p.pickup_time, b.pickup_time) into written
    from (select new.booking_id as id) n left join public.bookings b on b.id = n.id
    left join public.pickups p on p.id = new.pickup_id;
  select * into stop from public.run_stops where queue_id = new.id;
  if not found then
    select * into stop from public.run_stops where kind = 'pickup' and date = new.pickup_date
      and queue_id is null
      and (booking_id = new.booking_id or booking_id is null and user_id = new.user_id) limit 1;
  end if;
  if not found then
    insert into public.run_stops (id, run_id, campus_id, date, booking_id, user_id, kind, position,
        "window", queue_id, state)
      values (new.id, new.run_id, new.campus_id, new.pickup_date, new.booking_id, new.user_id,
        'pickup', app.place_in_run(new.run_id, written), written, new.id,
        coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
            then 'completed' end from public.pickups p where p.pickup_date = new.pickup_date
            and (p.user_id = new.user_id or p.booking_id = new.booking_id) limit 1), 'waiting'));
  else
    update public.run_stops set run_id = new.run_id, campus_id = new.campus_id,
      date = new.pickup_date, booking_id = new.booking_id, user_id = new.user_id,
      queue_id = new.id, "window" = written,
      position = case when run_id = new.run_id then position
        else app.place_in_run(new.run_id, written) end,
      state = case when state in ('completed', 'failed') then 'waiting' else state end,
      completed_at = null, failure = null
      where id = stop.id;
    if stop.run_id <> new.run_id then
      perform app.renumber_run(stop.run_id);
    end if;
  end if;
  perform app.follow_line(new.run_id);
  return null;
end
$$;
create trigger pickup_queue_stop after insert on public.pickup_queue
  for each row execute function app.queue_is_stop();
create trigger pickup_queue_stop_gone after delete on public.pickup_queue
  for each row execute function app.queue_is_stop();
create trigger pickup_queue_stop_moved after update on public.pickup_queue for each row
  when ((old.run_id, old.booking_id, old.user_id, old.pickup_date, old.campus_id)
    is distinct from (new.run_id, new.booking_id, new.user_id, new.pickup_date, new.campus_id))
  execute function app.queue_is_stop();

create function app.line_was_ordered() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.follow_line(r.run_id) from (
    select distinct n.run_id from new_places n join old_places o on o.id = n.id
    where n.queue_position <> o.queue_position and n.run_id is not null) r;
  return null;
end
$$;
create trigger pickup_queue_ordered after update on public.pickup_queue
  referencing old table as old_places new table as new_places
  for each statement execute function app.line_was_ordered();

-- On Way and Complete of a pickup's record are its stop's.
create function app.record_is_stop() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  -- Whoever orders the day has it first and writes all its stops.
  perform app.take_day(s.campus_id, s.date) from public.run_stops s
    where s.kind = 'pickup' and s.date = new.pickup_date
      and (s.booking_id = new.booking_id or s.booking_id is null and s.user_id = new.user_id);
  update public.run_stops s set
    state = case new.status when 'completed' then 'completed' when 'scheduled' then 'waiting'
      else case when s.state = 'arrived' then 'arrived' else 'on_way' end end,
    arrived_at = case when new.status = 'scheduled' then null else s.arrived_at end,
    completed_at = case when new.status = 'completed' then new.completed_at end,
    failure = null
    where s.kind = 'pickup' and s.date = new.pickup_date
      and (s.booking_id = new.booking_id or s.booking_id is null and s.user_id = new.user_id);
  return null;
end
$$;
create trigger pickups_stop after insert on public.pickups for each row
  when (new.status <> 'scheduled') execute function app.record_is_stop();
create trigger pickups_stop_changed after update on public.pickups for each row
  when (old.status <> new.status or old.completed_at is distinct from new.completed_at)
  execute function app.record_is_stop();

-- Whoever looks at the day reads anew.
create function app.tell_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one public.run_stops;
begin
  if tg_op = 'DELETE' then
    one := old;
  else
    one := new;
  end if;
  -- A pickup's stop that follows its line or its record: those are told themselves.
  if one.kind = 'pickup' and pg_catalog.pg_trigger_depth() > 1 then
    return null;
  end if;
  if one.date between current_date - 1 and current_date + 1 then
    perform pg_catalog.pg_notify('summerstow_line', concat(one.campus_id, ' ', one.date));
  end if;
  return null;
end
$$;
create trigger run_stops_told after insert or update or delete on public.run_stops
  for each row execute function app.tell_stops();

