-- The run that a day's bookings join; made with the first of them.
create or replace function app.run_of_day(campus integer, day date) returns uuid language plpgsql as
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

create or replace function app.booking_has_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one public.bookings;
begin
  select * into one from public.bookings where id = new.id;
  if not found then
    return null;
  end if;
  if one.status in ('delivered', 'completed') then
    perform app.take_day(one.campus_id, one.return_delivery_date)
      where one.return_delivery_date is not null;
    update public.run_stops set state = 'completed', completed_at = coalesce(completed_at, now()),
      failure = null
      where booking_id = one.id and kind = 'return' and state <> 'completed'
        and date = one.return_delivery_date;
  else
    perform app.booking_stop(one, 'return',
      case when one.status <> 'cancelled' then one.return_delivery_date end,
      one.return_delivery_time);
    -- Taken back by the office: it is to be brought again.
    update public.run_stops set state = 'waiting', completed_at = null, arrived_at = null
      where booking_id = one.id and kind = 'return' and state = 'completed'
        and date = one.return_delivery_date and one.status = 'picked_up'
        and tg_op = 'UPDATE' and old.status in ('delivered', 'completed');
  end if;
  perform app.booking_stop(one, 'kit',
    case when one.status <> 'cancelled' then one.supply_kit_delivery_date end, null)
    where not exists (select from public.run_stops where booking_id = one.id and kind = 'kit'
      and state = 'completed');
  return null;
end
$$;

-- A window that is moved within its day is the stop's too.
create or replace function app.pickup_window_is_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.take_day(new.campus_id, new.pickup_date);
  update public.run_stops set "window" = new.pickup_time
    where booking_id = new.id and kind = 'pickup' and date = new.pickup_date;
  return null;
end
$$;

-- On Way and Complete of a pickup's record are its stop's.
create or replace function app.record_is_stop() returns trigger language plpgsql security definer
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

create or replace function app.keep_stop_event() returns trigger language plpgsql as
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

create or replace function app.take_failure_back() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  delete from public.fee_proposals where stop_id = new.id and state = 'proposed';
  update public.custody_cases c set state = 'settled', decision = 'seen', settled_at = now(),
    settled_by = app.user_id(), words = 'The stop is tried again.'
    from public.stop_events e
    where e.id = c.event_id and c.about = 'verb' and c.state = 'open'
      and c.reason in ('other_date', 'ask_office') and e.stop_id = new.id;
  return null;
end
$$;

-- `once` (scope, key, request_hash, roams) may be null; `answer` is what a repeat is answered with.
create or replace function app.mark_stop(who text, person uuid, given json, once json, answer json)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  plain constant text := 'SP003';
  tap constant app.tapped := json_populate_record(null::app.tapped, given);
  spot public.pickup_queue;
  one public.pickups;
  booking public.bookings;
  left_at public.custody_events;
  at timestamptz := tap.happened_at;
  done constant boolean := tap.goes_to = 'completed';
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820);
  perform set_config('app.role', who, true),
    set_config('app.user_id', coalesce(person::text, ''), true);
  if once is not null and not app.is_first(once ->> 'scope', once ->> 'key', once ->> 'request_hash',
      (once ->> 'roams')::boolean) then
    raise exception 'it was asked before' using errcode = plain;
  end if;
  select * into spot from public.pickup_queue where id = tap.stop;
  if spot.booking_id is null then
    raise exception 'no booking stands there' using errcode = plain;
  end if;
  -- The record, then its booking, then the day: everybody takes them in this order.
  if spot.user_id is null then
    select * into one from public.pickups where user_id is null
      and (booking_id, pickup_date) = (spot.booking_id, spot.pickup_date) for no key update;
  else
    select * into one from public.pickups
      where (user_id, pickup_date) = (spot.user_id, spot.pickup_date) for no key update;
  end if;
  if not found then
    insert into public.pickups (user_id, booking_id, pickup_date)
      values (spot.user_id, spot.booking_id, spot.pickup_date) returning * into one;
  elsif one.status <> 'scheduled' or exists (
      select from public.custody_events where pickup_id = one.id) then
    select * into left_at from public.custody_events where pickup_id = one.id and kind = 'on_way'
      and applies and (items_counted, note, decides) is not distinct from (null, null, null);
    if not done or one.status <> 'in_progress' or left_at.id is null
      or (select count(*) from public.custody_events where pickup_id = one.id) > 1 then
      raise exception 'its history has to be read' using errcode = plain;
    end if;
  end if;
  select * into booking from public.bookings where id = spot.booking_id for no key update;
  if one.booking_id is distinct from spot.booking_id or one.id <> tap.pickup
    or one.pickup_time is not null or one.items_counted is not null
    or booking.pickup_date is distinct from one.pickup_date
    or booking.status not in ('pending', 'confirmed', 'in_queue')
    or booking.delivery_option = 'different_city'
    or done and booking.referral_code is not null
    or tap.device_at is null and tap.seen not in (one.status, tap.goes_to) then
    raise exception 'more follows from it' using errcode = plain;
  end if;
  if left_at.at >= at then
    if tap.device_at is not null then
      raise exception 'its history has to be read' using errcode = plain;
    end if;
    at := left_at.at + interval '1 microsecond';
  end if;
  insert into public.custody_events (id, kind, pickup_id, booking_id, stop_id, day, seen, device_at,
      clock_offset_ms, at, received_at, actor_id, actor_role)
    values (tap.event, case when done then 'completed' else 'on_way' end, one.id, one.booking_id,
      case when tap.device_at is not null then tap.stop end, coalesce(tap.day, one.pickup_date),
      case when tap.device_at is null then one.status else tap.seen end, tap.device_at,
      coalesce(tap.offset_ms, 0), at, tap.received_at, person, who);
  update public.pickups set status = tap.goes_to,
      started_at = coalesce(left_at.at, at),
      started_received_at = coalesce(left_at.received_at, tap.received_at),
      completed_at = case when done then at end,
      completed_received_at = case when done then tap.received_at end
    where id = one.id;
  update public.bookings set status = case when done then 'picked_up' else 'in_queue' end
    where id = booking.id and (done or status <> 'in_queue');
  if done then
    perform app.finish_in_line(spot.user_id, spot.booking_id, booking.campus_id, spot.pickup_date);
  else
    update public.pickup_queue set pickup_id = one.id
      where id = spot.id and pickup_id is distinct from one.id;
  end if;
  if once is not null then
    update app.idempotency set result = answer::jsonb
      where scope = once ->> 'scope' and key = once ->> 'key';
  end if;
end
$$;

-- `times` and `windows`: as app.join_line has them. A number that somebody typed stays in the run
-- that the stop leaves.
create or replace function app.deal_stops(run uuid, dealt uuid[], times text[], windows integer[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  stop public.run_stops;
  at text;
begin
  for turn in 1 .. cardinality(dealt) loop
    select * into strict stop from public.run_stops where id = dealt[turn];
    at := app.place_in_run(stop, times, windows);
    at := app.place_to_come(run, at, (select q.place from public.pickup_queue q
      where stop.kind = 'pickup' and q.run_id = run and q.place > at order by q.place limit 1));
    if stop.queue_id is null then
      update public.run_stops set run_id = run, place = at where id = stop.id;
    else
      perform app.shift_typed(run, at, 1);
      update public.pickup_queue set run_id = run, place = at, queue_position = null
        where id = stop.queue_id;
      perform app.shift_typed(stop.run_id, stop.place, -1);
    end if;
  end loop;
end
$$;

-- Give a stop, and its place in line if it has one, this place.
create or replace function app.put_stop(stop uuid, at text) returns void language plpgsql as
$$
begin
  update public.pickup_queue q set place = at
    from public.run_stops s where s.id = stop and q.id = s.queue_id;
  if not found then
    update public.run_stops set place = at where id = stop;
  end if;
end
$$;

-- Stops, by their ids or by those of their places in line, move one after the other: each directly
-- behind the one named beside it, or, where none is, before all of its line or run.
create or replace function app.move_stops(moved uuid[], behind uuid[], in_line boolean) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  stop public.run_stops;
  at text;
begin
  for turn in 1 .. cardinality(moved) loop
    select * into strict stop from public.run_stops where moved[turn] in (id, queue_id);
    if behind[turn] is not null then
      select app.place_behind(stop.run_id, place) into strict at
        from public.run_stops where behind[turn] in (id, queue_id);
    else
      select app.place_before(stop.run_id, min(place)) into at from public.run_stops
        where run_id = stop.run_id and (queue_id is not null or not in_line);
    end if;
    perform app.put_stop(stop.id, at);
  end loop;
end
$$;

create or replace function app.number_in_run(run uuid, at text) returns integer
  language plpgsql stable security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
begin
  return (select count(*) from public.run_stops where run_id = run and place <= at);
end
$$;

-- Behind everybody, now and later.
create or replace function app.place_at_end(run uuid) returns text language plpgsql as
$$
declare
  at constant text := '9' || app.microseconds(clock_timestamp());
  last text;
begin
  select place into last from public.run_stops where run_id = run order by place desc limit 1;
  return case when last >= at collate "C" then app.place_behind(run, last) else at end;
end
$$;

-- Directly before a place of a run.
create or replace function app.place_before(run uuid, at text) returns text language plpgsql as
$$
begin
  return app.place_between(run, (select place from public.run_stops
    where run_id = run and place < at order by place desc limit 1), at);
end
$$;

-- Directly behind a place of a run.
create or replace function app.place_behind(run uuid, at text) returns text language plpgsql as
$$
begin
  return app.place_between(run, at, (select place from public.run_stops
    where run_id = run and place > at order by place limit 1));
end
$$;

-- A place between two neighbours of a run; null: its beginning, its end. Whoever was put behind the
-- same one before is set apart anew where no number is left between them.
create or replace function app.place_between(run uuid, low text, high text) returns text language plpgsql as
$$
declare
  step constant bigint := 1000000000;
  root constant text := coalesce(split_part(low, chr(2), 1), '') collate "C";
  first constant bigint := coalesce(nullif(split_part(low, chr(2), 2), '')::bigint, 0);
  last constant bigint := case when split_part(high, chr(2), 1) = root
    then nullif(split_part(high, chr(2), 2), '')::bigint end;
  neighbour uuid;
  top bigint;
begin
  if last - first < 2 then
    select id into neighbour from public.run_stops where run_id = run and place = low;
    select max(split_part(place, chr(2), 2)::bigint) into top from public.run_stops
      where run_id = run and place > root || chr(2) and place < root || chr(3);
    perform app.put_stop(o.id, root || chr(2) || lpad(((top / step + o.turn) * step)::text, 18, '0'))
      from (select id, row_number() over (order by place) as turn from public.run_stops
        where run_id = run and place > root || chr(2) and place < root || chr(3)
        order by place desc) o;
    return app.place_between(run,
      (select place from public.run_stops where id = neighbour),
      (select min(place) from public.run_stops where run_id = run
        and place > coalesce((select place from public.run_stops where id = neighbour), '')));
  end if;
  return root || chr(2)
    || lpad((case when last is null then first + step else first + (last - first) / 2 end)::text,
      18, '0');
end
$$;

-- Those who are put behind what has begun stand there in the order in which they came: the second was
-- put directly behind it, before the first.
create or replace function app.place_to_come(run uuid, at text, next text) returns text
  language plpgsql as
$$
declare
  begun text;
begin
  select place into begun from public.run_stops
    where run_id = run and state <> 'waiting' order by place desc limit 1;
  if begun > at collate "C" and (next is null or begun < next collate "C") then
    select place into begun from public.run_stops
      where run_id = run and place >= begun and place < split_part(begun, chr(2), 1) || chr(3)
      order by place desc limit 1;
    return app.place_behind(run, begun);
  end if;
  return at;
end
$$;

-- Whoever looks at the day reads anew.
create or replace function app.tell_stops() returns trigger language plpgsql security definer
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

create or replace function app.tell_changed_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  -- A pickup's stop that follows its line or its record: those are told themselves.
  perform pg_catalog.pg_notify('summerstow_line', concat(d.campus_id, ' ', d.date)) from (
    select distinct campus_id, date from new_stops
      where date between current_date - 1 and current_date + 1
        and (kind <> 'pickup' or pg_catalog.pg_trigger_depth() = 1)) d;
  return null;
end
$$;
