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

-- Places in line are stops: new ones, unless one stands for a place already. The subqueries are of one
-- row each, so that their plan is the same for one place and for many.
create or replace function app.have_stops(places public.pickup_queue[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  apart uuid[];
begin
  with stored as (
    insert into public.run_stops (id, run_id, campus_id, date, booking_id, user_id, kind, place,
        "window", queue_id, state)
      select q.id, q.run_id, q.campus_id, q.pickup_date, q.booking_id, q.user_id, 'pickup', q.place,
        coalesce((select pickup_time from public.pickups where id = q.pickup_id),
          (select pickup_time from public.bookings where id = q.booking_id)),
        q.id,
        coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
            then 'completed' end from public.pickups p where p.pickup_date = q.pickup_date
            and (p.user_id = q.user_id or p.booking_id = q.booking_id) limit 1), 'waiting')
      from unnest(places) q
      where (select true from public.run_stops where queue_id = q.id) is null
        and (select true from public.run_stops where kind = 'pickup' and date = q.pickup_date
          and queue_id is null
          and (booking_id = q.booking_id or booking_id is null and user_id = q.user_id)
          limit 1) is null
      returning queue_id)
  select array_agg(q.id) into apart
    from unnest(places) q where q.id not in (select queue_id from stored);
  if apart is null then
    return;
  end if;
  update public.run_stops s set run_id = q.run_id, campus_id = q.campus_id, date = q.pickup_date,
    booking_id = q.booking_id, user_id = q.user_id, queue_id = q.id, place = q.place,
    "window" = coalesce((select pickup_time from public.pickups where id = q.pickup_id),
      (select pickup_time from public.bookings where id = q.booking_id)),
    state = case when s.state in ('completed', 'failed') then 'waiting' else s.state end,
    completed_at = null, failure = null
    from unnest(places) q
    where q.id = any(apart) and s.id = coalesce(
      (select id from public.run_stops where queue_id = q.id),
      (select id from public.run_stops where kind = 'pickup' and date = q.pickup_date
        and queue_id is null
        and (booking_id = q.booking_id or booking_id is null and user_id = q.user_id) limit 1));
end
$$;

-- Behind the last stop whose window begins no later; those behind it move back.
create or replace function app.place_in_run(stop public.run_stops, times text[], windows integer[]) returns text
  language plpgsql stable as
$$
declare
  mine public.bookings;
begin
  if stop.kind = 'pickup' then
    select * into mine from public.bookings where id = stop.booking_id;
    if found then
      return app.place_wanted(mine, times, windows);
    end if;
  end if;
  return app.place_by_window(stop."window", stop.kind, stop.created_at, stop.id);
end
$$;
