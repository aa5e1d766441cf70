create or replace function app.take_day(campus integer, day date) returns void language sql as
  $$ select pg_advisory_xact_lock(campus, day - date '2000-01-01') $$;

-- Whoever joins a line without a run or a number, or moves to another day, joins at its end.
create or replace function app.queue_joins_run() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
begin
  if new.campus_id is null then
    new.run_id := null;
  elsif tg_op = 'UPDATE' and
      (new.campus_id, new.pickup_date) is distinct from (old.campus_id, old.pickup_date)
    or tg_op = 'INSERT' and new.run_id is null then
    perform app.take_day(new.campus_id, new.pickup_date);
    new.run_id := app.run_of_day(new.campus_id, new.pickup_date);
    if tg_op = 'UPDATE' then
      new.queue_position := null;
    end if;
  end if;
  new.queue_position := coalesce(new.queue_position, app.last_number(new.run_id));
  return new;
end
$$;

-- Whoever stands in a line has a stop, at the end of the run at first. Whoever leaves it leaves the
-- run, unless the stop is over, and those behind move up.
create or replace function app.queue_is_stop() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
declare
  stop public.run_stops;
  last integer;
  over text;
begin
  if tg_op <> 'INSERT' and old.run_id is not null
    and (tg_op = 'DELETE' or new.run_id is distinct from old.run_id) then
    update public.pickup_queue set queue_position = queue_position - 1
      where run_id = old.run_id and queue_position > old.queue_position;
  end if;
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
      then 'completed' when stop.state = 'failed' then 'failed' end into over;
    if over is null then
      delete from public.run_stops where id = stop.id;
    else
      update public.run_stops set queue_id = null, state = over,
        completed_at = case over when 'completed' then coalesce(completed_at, now()) end,
        failure = case over when 'failed' then failure end
        where id = stop.id;
    end if;
    return null;
  end if;
  if new.run_id is null then
    return null;
  end if;
  select * into stop from public.run_stops where queue_id = new.id;
  if not found then
    select * into stop from public.run_stops where kind = 'pickup' and date = new.pickup_date
      and queue_id is null
      and (booking_id = new.booking_id or booking_id is null and user_id = new.user_id) limit 1;
  end if;
  select coalesce(max(position), 0) + 1 into last from public.run_stops where run_id = new.run_id;
  if stop.id is null then
    insert into public.run_stops (id, run_id, campus_id, date, booking_id, user_id, kind, position,
        "window", queue_id, state)
      values (new.id, new.run_id, new.campus_id, new.pickup_date, new.booking_id, new.user_id,
        'pickup', last,
        coalesce((select pickup_time from public.pickups where id = new.pickup_id),
          (select pickup_time from public.bookings where id = new.booking_id)),
        new.id,
        coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
            then 'completed' end from public.pickups p where p.pickup_date = new.pickup_date
            and (p.user_id = new.user_id or p.booking_id = new.booking_id) limit 1), 'waiting'));
    return null;
  end if;
  update public.run_stops set run_id = new.run_id, campus_id = new.campus_id,
    date = new.pickup_date, booking_id = new.booking_id, user_id = new.user_id, queue_id = new.id,
    position = case when run_id = new.run_id then position else last end,
    "window" = coalesce((select pickup_time from public.pickups where id = new.pickup_id),
      (select pickup_time from public.bookings where id = new.booking_id)),
    state = case when state in ('completed', 'failed') then 'waiting' else state end,
    completed_at = null, failure = null
    where id = stop.id;
  if stop.run_id <> new.run_id then
    perform app.renumber_run(stop.run_id);
  elsif stop.queue_id is null then
    perform app.move_stop(stop.id, last - 1);
  end if;
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

create or replace function app.tell_line() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one jsonb;
begin
  foreach one in array array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  ] loop
    -- Of a pickup the campus is not said: that is for the line it stands in.
    if (one ->> 'pickup_date')::date between current_date - 1 and current_date + 1 then
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

-- The number behind all others of a line.
create or replace function app.last_number(run uuid) returns integer language plpgsql as
$$
begin
  return (select least(coalesce(max(queue_position), 0)::bigint + 1, 2147483647)
    from public.pickup_queue where run_id = run);
end
$$;
