create or replace function app.take_day(campus integer, day date) returns void language sql as
  $$ select pg_advisory_xact_lock(campus, day - date '2000-01-01') $$;

-- A place in line joins a run before it is stored, and is a stop of it from then on.
create or replace function app.queue_joins_run() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
begin
  if new.campus_id is null then
    new.run_id := null;
    new.place := null;
  elsif tg_op = 'INSERT' and new.run_id is null
    or tg_op = 'UPDATE'
      and (new.campus_id, new.pickup_date) is distinct from (old.campus_id, old.pickup_date) then
    perform app.take_day(new.campus_id, new.pickup_date);
    new.run_id := app.run_of_day(new.campus_id, new.pickup_date);
    if new.place is null or new.place like '%' || chr(2) || '%' then
      new.place := app.place_at_end(new.run_id);
    end if;
  end if;
  if new.run_id is not null and new.queue_position is not null
    and current_setting('app.line', true) is distinct from 'moves'
    and (tg_op = 'INSERT' or new.queue_position is distinct from old.queue_position) then
    perform app.take_day(new.campus_id, new.pickup_date);
    new.place := app.place_of_number(new);
  end if;
  return new;
end
$$;

-- As in 0252; what is the same for a new place is app.have_stops.
create or replace function app.queue_is_stop() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
declare
  stop public.run_stops;
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
    else
      update public.run_stops set queue_id = null, state = done,
        completed_at = case done when 'completed' then coalesce(completed_at, now()) end,
        failure = case done when 'failed' then failure end
        where id = stop.id;
    end if;
  elsif (old.run_id, old.booking_id, old.user_id, old.pickup_date, old.campus_id)
      is not distinct from (new.run_id, new.booking_id, new.user_id, new.pickup_date, new.campus_id)
  then
    update public.run_stops set place = new.place where queue_id = new.id;
  else
    perform app.have_stops(array[new]);
  end if;
  return null;
end
$$;

create or replace function app.places_are_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.have_stops(array(
    select row(a.*)::public.pickup_queue from added a where a.run_id is not null));
  return null;
end
$$;

-- `times` and `windows` give each pickup time the rank of its window, a window's own time first.
create or replace function app.join_line(booking uuid, times text[], windows integer[])
  returns void language plpgsql as
$$
declare
  mine public.bookings;
begin
  select * into strict mine from public.bookings where id = booking;
  perform app.stand_in_line(mine, times, windows);
end
$$;

create or replace function app.leave_line(booking uuid) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  gone public.pickup_queue;
begin
  select * into gone from public.pickup_queue where booking_id = booking;
  if not found then
    return;
  end if;
  perform app.take_day(gone.campus_id, gone.pickup_date);
  delete from public.pickup_queue where booking_id = booking returning * into gone;
  perform app.shift_typed(gone.run_id, gone.place, -1);
end
$$;

-- The lines of a day are 1..n again: nothing of what was typed stands.
create or replace function app.renumber_line(campus integer, day date) returns void
  language plpgsql as
$$
begin
  update public.pickup_queue q set queue_position = null
    where q.queue_position is not null
      and q.run_id in (select id from public.runs where campus_id = campus and date = day);
end
$$;

-- Take a stop out of its day's line, whatever put it there: somebody's, or a booking's.
create or replace function app.finish_in_line(whose uuid, booking uuid, campus integer, day date)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
begin
  if campus is not null then
    perform app.take_day(campus, day);
  end if;
  delete from public.pickup_queue where pickup_date = day
    and (booking_id = booking or (booking_id is null and user_id = whose));
  perform app.renumber_line(campus, day);
end
$$;

-- `seen` is the line as it stands, `moved` go behind those of `behind` (app.move_stops), and `before`
-- and `after` are what the log says. `once` (scope, key, request_hash, roams) may be null.
create or replace function app.arrange_line(who text, person uuid, campus integer, day date, seen uuid[],
    moved uuid[], behind uuid[], before json, after json, once json)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  plain constant text := 'SP003';
  run uuid;
  others boolean;
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820);
  perform set_config('app.role', who, true),
    set_config('app.user_id', coalesce(person::text, ''), true);
  if once is not null and not app.is_first(once ->> 'scope', once ->> 'key', once ->> 'request_hash',
      (once ->> 'roams')::boolean) then
    raise exception 'it was asked before' using errcode = plain;
  end if;
  perform app.take_day(campus, day);
  select (array_agg(id))[1], count(*) > 1 into run, others
    from public.runs r where r.campus_id = campus and r.date = day;
  if others or seen is distinct from (
      select array_agg(q.id order by q.place) from public.pickup_queue q where q.run_id = run) then
    raise exception 'it stands otherwise' using errcode = plain;
  end if;
  perform app.move_stops(moved, behind, true);
  perform app.renumber_line(campus, day);
  -- No trigger writes that.
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
    values (person, who, 'reorder', 'pickup_queue', campus || ' ' || day, before, after);
  if once is not null then
    update app.idempotency set result = 'null'
      where scope = once ->> 'scope' and key = once ->> 'key';
  end if;
end
$$;

create or replace function app.tell_line() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one jsonb;
begin
  -- Of a pickup the campus is not said: that is for the line it stands in.
  foreach one in array array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  ] loop
    if one is not null then
      perform pg_catalog.pg_notify(
        'summerstow_line', concat(one ->> 'campus_id', ' ', one ->> 'pickup_date')
      );
    end if;
  end loop;
  return null;
end
$$;

-- Once for a statement: whoever looks at these days hears of it.
create or replace function app.tell_changed_line() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform pg_catalog.pg_notify('summerstow_line', concat(d.campus_id, ' ', d.pickup_date)) from (
    select campus_id, pickup_date from old_places
      where pickup_date between current_date - 1 and current_date + 1
    union select campus_id, pickup_date from new_places
      where pickup_date between current_date - 1 and current_date + 1) d;
  return null;
end
$$;

-- A plan for any place is as good as one for this, and making one takes longer than the count.
-- The number of a place in line: as typed; else how many stand up to there, and more than what was
-- typed before it. A line that nobody typed a number in is 1..n.
create or replace function app.number_in_line(run uuid, at text, typed integer) returns integer
  language plpgsql stable security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
declare
  number integer;
  highest integer;
  ahead bigint;
begin
  if typed is not null or run is null then
    return typed;
  end if;
  select count(*), max(queue_position) into number, highest
    from public.pickup_queue where run_id = run and place <= at;
  if highest is null then
    return number;
  end if;
  select max(q.queue_position - (select count(*) from public.pickup_queue o
      where o.run_id = run and o.place <= q.place)) into ahead
    from public.pickup_queue q
    where q.run_id = run and q.place < at and q.queue_position is not null;
  return least(number + greatest(ahead, 0), 2147483647);
end
$$;

-- What was typed behind a place stays behind it when one joins or leaves there.
create or replace function app.shift_typed(run uuid, at text, by integer) returns void
  language plpgsql as
$$
begin
  if exists (select from public.pickup_queue
      where run_id = run and place > at and queue_position is not null) then
    perform set_config('app.line', 'moves', true);
    update public.pickup_queue
      set queue_position = least(greatest(queue_position::bigint + by, -2147483648), 2147483647)
      where run_id = run and place > at and queue_position is not null;
    perform set_config('app.line', '', true);
  end if;
end
$$;

-- A return or a kit: behind the pickups of its window.
create or replace function app.place_by_window(written text, kind text, moment timestamptz, id uuid)
  returns text language plpgsql immutable as
$$
begin
  return lpad(app.starts_at(written)::text, 4, '0') || '2' || app.microseconds(moment) || kind
    || right(id::text, 12);
end
$$;
