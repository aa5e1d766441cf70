-- The same of many, for whoever reads whole lines.
create or replace view app.numbered_line with (security_invoker = true) as
  select o.id, o.pickup_date, o.run_id, o.place, o.created_at,
    coalesce(o.queue_position, least(2147483647, o.turn + greatest(0, max(o.queue_position - o.turn)
      over (partition by o.pickup_date, o.run_id order by o.place))))::integer as number
  from (
    select id, pickup_date, run_id, place, created_at, queue_position,
      row_number() over (partition by pickup_date, run_id order by place) as turn
    from public.pickup_queue) o;

create or replace function app.stand_in_line(mine public.bookings, times text[], windows integer[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  run uuid;
  at text := app.place_wanted(mine, times, windows);
  next text;
  begun text;
  typed boolean;
begin
  perform app.take_day(mine.campus_id, mine.pickup_date);
  select r.id,
      (select place from public.pickup_queue where run_id = r.id and place > at
        order by place limit 1),
      (select place from public.run_stops where run_id = r.id and state <> 'waiting'
        order by place desc limit 1),
      exists (select from public.pickup_queue where run_id = r.id and place > at
        and queue_position is not null)
    into run, next, begun, typed
    from public.runs r
    where r.campus_id = mine.campus_id and r.date = mine.pickup_date and r.is_default;
  if run is null then
    run := app.run_of_day(mine.campus_id, mine.pickup_date);
  elsif begun > at collate "C" then
    at := app.place_to_come(run, at, next);
  end if;
  if typed then
    perform app.shift_typed(run, at, 1);
  end if;
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, run_id, place)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date, run, at);
end
$$;

-- Where a number that somebody types puts its place: ties stand in order of creation.
create or replace function app.place_of_number(one public.pickup_queue) returns text language plpgsql as
$$
declare
  behind text;
begin
  select place into behind from app.numbered_line
    where pickup_date = one.pickup_date and run_id = one.run_id and id <> one.id
      and (number, created_at, id) > (one.queue_position, one.created_at, one.id)
    order by place limit 1;
  return case when behind is null then app.place_at_end(one.run_id)
    else app.place_before(one.run_id, behind) end;
end
$$;

-- Where the rule line-order puts a pickup whose window begins at this minute.
create or replace function app.place_by_rank(one public.bookings, minute integer) returns text
  language plpgsql immutable as
$$
begin
  return lpad(minute::text, 4, '0') || '1' || lower(coalesce(one.building_name, '~')) || chr(1)
    || app.microseconds(one.created_at) || right(one.id::text, 12);
end
$$;

-- Where a booking comes in its day's line, by the beginning of its window.
create or replace function app.place_wanted(mine public.bookings, times text[], windows integer[]) returns text
  language plpgsql immutable as
$$
begin
  return app.place_by_rank(mine, app.starts_at(
    times[array_position(windows, windows[array_position(times, mine.pickup_time)])]));
end
$$;
