-- Whoever writes a line writes places (0215), each with plans that are made once.

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
create trigger pickup_queue_run before insert or update of campus_id, pickup_date, queue_position
  on public.pickup_queue for each row execute function app.queue_joins_run();

create or replace function app.queue_is_stop() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
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
  if tg_op = 'UPDATE' and
    (old.run_id, old.booking_id, old.user_id, old.pickup_date, old.campus_id)
      is not distinct from (new.run_id, new.booking_id, new.user_id, new.pickup_date, new.campus_id)
  then
    update public.run_stops set place = new.place where queue_id = new.id;
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
    insert into public.run_stops (id, run_id, campus_id, date, booking_id, user_id, kind, place,
        "window", queue_id, state)
      values (new.id, new.run_id, new.campus_id, new.pickup_date, new.booking_id, new.user_id,
        'pickup', new.place, written, new.id,
        coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
            then 'completed' end from public.pickups p where p.pickup_date = new.pickup_date
            and (p.user_id = new.user_id or p.booking_id = new.booking_id) limit 1), 'waiting'));
  else
    update public.run_stops set run_id = new.run_id, campus_id = new.campus_id,
      date = new.pickup_date, booking_id = new.booking_id, user_id = new.user_id,
      queue_id = new.id, "window" = written, place = new.place,
      state = case when state in ('completed', 'failed') then 'waiting' else state end,
      completed_at = null, failure = null
      where id = stop.id;
  end if;
  return null;
end
$$;
create trigger pickup_queue_stop_moved after update on public.pickup_queue for each row
  when ((old.run_id, old.booking_id, old.user_id, old.pickup_date, old.campus_id, old.place)
    is distinct from
    (new.run_id, new.booking_id, new.user_id, new.pickup_date, new.campus_id, new.place))
  execute function app.queue_is_stop();

drop function app.line_was_ordered();
-- Once for a statement: whoever looks at these days hears of it.
create function app.tell_changed_line() returns trigger language plpgsql security definer
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
create trigger pickup_queue_changed after update on public.pickup_queue
  referencing old table as old_places new table as new_places
  for each statement execute function app.tell_changed_line();
create trigger run_stops_changed after update on public.run_stops
  referencing new table as new_stops
  for each statement execute function app.tell_changed_stops();

-- What was typed behind a place stays behind it when one joins or leaves there.
create function app.shift_typed(run uuid, at text, by integer) returns void language plpgsql as
$$
begin
  if exists (select from public.pickup_queue
      where run_id = run and place > at and queue_position is not null) then
    perform set_config('app.line', 'moves', true);
    update public.pickup_queue set queue_position = queue_position + by
      where run_id = run and place > at and queue_position is not null;
    perform set_config('app.line', '', true);
  end if;
end
$$;

-- `times` and `windows` give each pickup time the rank of its window, a window's own time first.
create or replace function app.join_line(booking uuid, times text[], windows integer[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  mine public.bookings;
  run uuid;
  at text;
begin
  select * into strict mine from public.bookings where id = booking;
  perform app.take_day(mine.campus_id, mine.pickup_date);
  run := app.run_of_day(mine.campus_id, mine.pickup_date);
  at := app.place_by_rank(mine, app.starts_at(
    times[array_position(windows, windows[array_position(times, mine.pickup_time)])]));
  at := app.place_to_come(run, at, (select place from public.pickup_queue
    where run_id = run and place > at order by place limit 1));
  perform app.shift_typed(run, at, 1);
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, run_id, place)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date, run, at);
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
create function app.finish_in_line(whose uuid, booking uuid, campus integer, day date)
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

-- Stops, by their ids or by those of their places in line, move one after the other: each directly
-- behind the one named beside it, or, where none is, before all of its line or run.
create function app.move_stops(moved uuid[], behind uuid[], in_line boolean) returns void
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

-- Stops go to the end of a run, one after the other; the run that each leaves closes up.
create function app.deal_stops(run uuid, dealt uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  one uuid;
begin
  foreach one in array dealt loop
    update public.pickup_queue q set run_id = run, place = app.place_at_end(run)
      from public.run_stops s where s.id = one and q.id = s.queue_id;
    if not found then
      update public.run_stops set run_id = run, place = app.place_at_end(run) where id = one;
    end if;
  end loop;
end
$$;

-- A place names the residence of its booking: whoever is erased leaves none behind, in the places of
-- others that were put behind them neither. The order stays.
create function app.forget_place(booking uuid) returns void language plpgsql as
$$
declare
  stop public.run_stops;
  told text;
begin
  select chr(1) || app.microseconds(created_at) || right(id::text, 12) into told
    from public.bookings where id = booking;
  for stop in select * from public.run_stops where strpos(place, told) > 0 order by place loop
    perform app.take_day(stop.campus_id, stop.date);
    perform app.put_stop(stop.id, app.place_between(stop.run_id, (select place
      from public.run_stops where run_id = stop.run_id and place < stop.place
      order by place desc limit 1), stop.place));
  end loop;
end
$$;

-- As before; nor is a place.
create or replace function app.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['needs', 'place'] end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['needs', 'place'] end;
  reason text := nullif(current_setting('app.reason', true), '');
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value)
      into was, is_now
      from jsonb_each(was) o join jsonb_each(is_now) n using (key)
      where o.value is distinct from n.value and key <> 'updated_at';
    if was is null then
      return null;
    end if;
    -- Among the values, so that erasing a person blacks it out like them.
    if reason is not null then
      is_now := is_now || jsonb_build_object('reason', reason);
    end if;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'id'), was, is_now
  );
  return null;
end
$$;

-- As before, with places.
create or replace function app.booking_stop(one public.bookings, what text, day date, written text)
  returns void language plpgsql as
$$
declare
  stop public.run_stops;
  other public.run_stops;
  goes_to uuid;
  at text := app.place_by_window(written, what, clock_timestamp(), one.id);
begin
  -- Both days, in one order for all: two who move stops between the same days wait, no deadlock.
  perform app.take_day(o.campus_id, o.date) from (
    select one.campus_id, day as date where day is not null
    union
    select s.campus_id, s.date from public.run_stops s where s.booking_id = one.id
      and s.kind = what and s.state not in ('completed', 'failed')
    order by 1, 2) o;
  select * into other from public.run_stops where booking_id = one.id and kind = what
    and state not in ('completed', 'failed') and date is distinct from day limit 1;
  select * into stop from public.run_stops where booking_id = one.id and kind = what
    and (date = day or state not in ('completed', 'failed'))
    order by date = day desc nulls last limit 1;
  if day is null then
    delete from public.run_stops where id = stop.id;
    return;
  end if;
  goes_to := app.run_of_day(one.campus_id, day);
  if stop.id is not null and stop.date = day and other.id is not null then
    delete from public.run_stops where id = other.id;
    if stop.state = 'failed' then
      update public.run_stops set state = 'waiting', failure = null, arrived_at = null,
        locked = false, place = app.place_to_come(stop.run_id, at, null) where id = stop.id;
    end if;
  end if;
  if stop.id is null then
    insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, place,
        "window")
      values (goes_to, one.campus_id, day, one.id, one.user_id, what,
        app.place_to_come(goes_to, at, null), written);
  elsif stop.date <> day or stop.campus_id <> one.campus_id then
    update public.run_stops set run_id = goes_to, campus_id = one.campus_id, date = day,
      place = app.place_to_come(goes_to, at, null), "window" = written, state = 'waiting',
      arrived_at = null, locked = false where id = stop.id;
  else
    update public.run_stops set "window" = written, user_id = one.user_id where id = stop.id
      and ("window", user_id) is distinct from (written, one.user_id);
  end if;
end
$$;

-- What moved all behind a place, and kept two orders one.
drop function app.renumber_run(uuid);
drop function app.place_in_run(uuid, text);
drop function app.place_by_window(uuid, text);
drop function app.place_by_line(public.pickup_queue, text);
drop function app.follow_line(uuid);
drop function app.follow_line_for(public.pickup_queue);
drop function app.line_follows(uuid);
drop function app.move_line(uuid, integer, integer);
