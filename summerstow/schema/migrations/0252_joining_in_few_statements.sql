-- Joining a line is few statements: each costs as much as the row that it stores.

create function app.stand_in_line(mine public.bookings, times text[], windows integer[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  run uuid;
  at text := app.place_by_rank(mine, app.starts_at(
    times[array_position(windows, windows[array_position(times, mine.pickup_time)])]));
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

-- Who joins with a run and a place has nothing left to find.
drop trigger pickup_queue_run on public.pickup_queue;
create trigger pickup_queue_run before update of campus_id, pickup_date, queue_position
  on public.pickup_queue for each row execute function app.queue_joins_run();
create trigger pickup_queue_run_found before insert on public.pickup_queue for each row
  when (new.campus_id is null or new.run_id is null or new.queue_position is not null)
  execute function app.queue_joins_run();

-- A place in line is a stop: a new one, unless one stands for it already.
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
  insert into public.run_stops (id, run_id, campus_id, date, booking_id, user_id, kind, place,
      "window", queue_id, state)
    select new.id, new.run_id, new.campus_id, new.pickup_date, new.booking_id, new.user_id,
      'pickup', new.place,
      coalesce((select pickup_time from public.pickups where id = new.pickup_id),
        (select pickup_time from public.bookings where id = new.booking_id)),
      new.id,
      coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
          then 'completed' end from public.pickups p where p.pickup_date = new.pickup_date
          and (p.user_id = new.user_id or p.booking_id = new.booking_id) limit 1), 'waiting')
    where not exists (select from public.run_stops where queue_id = new.id)
      and not exists (select from public.run_stops where kind = 'pickup'
        and date = new.pickup_date and queue_id is null
        and (booking_id = new.booking_id or booking_id is null and user_id = new.user_id));
  if found then
    return null;
  end if;
  select * into stop from public.run_stops where queue_id = new.id;
  if not found then
    select * into stop from public.run_stops where kind = 'pickup' and date = new.pickup_date
      and queue_id is null
      and (booking_id = new.booking_id or booking_id is null and user_id = new.user_id) limit 1;
  end if;
  update public.run_stops set run_id = new.run_id, campus_id = new.campus_id,
    date = new.pickup_date, booking_id = new.booking_id, user_id = new.user_id,
    queue_id = new.id, place = new.place,
    "window" = coalesce((select pickup_time from public.pickups where id = new.pickup_id),
      (select pickup_time from public.bookings where id = new.booking_id)),
    state = case when state in ('completed', 'failed') then 'waiting' else state end,
    completed_at = null, failure = null
    where id = stop.id;
  return null;
end
$$;

-- Asked before it is called: of most stops nobody hears, as their day is far.
drop trigger run_stops_told on public.run_stops;
create trigger run_stops_told after insert on public.run_stops for each row
  when (new.date between current_date - 1 and current_date + 1) execute function app.tell_stops();
create trigger run_stops_told_gone after delete on public.run_stops for each row
  when (old.date between current_date - 1 and current_date + 1) execute function app.tell_stops();
