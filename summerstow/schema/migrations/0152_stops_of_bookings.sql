-- Returns and kits of bookings as stops, the line of each run, and what stands already.

-- A booking's return or kit is a stop of its day while the booking stands.
create function app.booking_stop(one public.bookings, what text, day date, written text)
  returns void language plpgsql as
$$
declare
  stop public.run_stops;
  goes_to uuid;
begin
  if day is not null then
    perform app.take_day(one.campus_id, day);
  end if;
  select * into stop from public.run_stops where booking_id = one.id and kind = what
    and (date = day or state not in ('completed', 'failed'))
    order by date = day desc nulls last limit 1;
  if day is null then
    if found then
      delete from public.run_stops where id = stop.id;
      perform app.renumber_run(stop.run_id);
    end if;
    return;
  end if;
  goes_to := app.run_of_day(one.campus_id, day);
  if stop.id is null then
    insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, position,
        "window")
      values (goes_to, one.campus_id, day, one.id, one.user_id, what,
        app.place_in_run(goes_to, written), written);
  elsif stop.date <> day or stop.campus_id <> one.campus_id then
    update public.run_stops set run_id = goes_to, campus_id = one.campus_id, date = day,
      position = app.place_in_run(goes_to, written), "window" = written, state = 'waiting',
      arrived_at = null, locked = false where id = stop.id;
    perform app.renumber_run(stop.run_id);
  else
    update public.run_stops set "window" = written, user_id = one.user_id where id = stop.id
      and ("window", user_id) is distinct from (written, one.user_id);
  end if;
end
$$;

create function app.booking_has_stops() returns trigger language plpgsql security definer
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
-- At the end of the transaction, so that nobody else waits for the days it takes.
create constraint trigger bookings_stops_new after insert on public.bookings
  deferrable initially deferred for each row
  when (new.return_delivery_date is not null or new.supply_kit_delivery_date is not null)
  execute function app.booking_has_stops();
create constraint trigger bookings_stops after update on public.bookings
  deferrable initially deferred for each row
  when ((old.return_delivery_date, old.return_delivery_time, old.supply_kit_delivery_date,
      old.status, old.campus_id, old.user_id)
    is distinct from (new.return_delivery_date, new.return_delivery_time,
      new.supply_kit_delivery_date, new.status, new.campus_id, new.user_id)
    and (old.return_delivery_date is not null or new.return_delivery_date is not null
      or old.supply_kit_delivery_date is not null or new.supply_kit_delivery_date is not null))
  execute function app.booking_has_stops();

create function app.kit_is_stop() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.take_day(s.campus_id, s.date) from public.run_stops s
    where s.kind = 'kit' and s.booking_id = new.booking_id;
  update public.run_stops s set
    state = case new.state when 'out' then 'on_way' when 'delivered' then 'completed'
      when 'failed' then 'failed' else 'waiting' end,
    completed_at = new.delivered_at,
    failure = case when new.state = 'failed' then s.failure end
    where s.kind = 'kit' and s.booking_id = new.booking_id
      and s.date = (select supply_kit_delivery_date from public.bookings where id = new.booking_id)
      and not (s.state = 'arrived' and new.state = 'out');
  return null;
end
$$;
create trigger kit_deliveries_stop after insert or update of state on public.kit_deliveries
  for each row execute function app.kit_is_stop();

-- A window that is moved within its day is the stop's too.
create function app.pickup_window_is_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.take_day(new.campus_id, new.pickup_date);
  update public.run_stops set "window" = new.pickup_time
    where booking_id = new.id and kind = 'pickup' and date = new.pickup_date;
  return null;
end
$$;
-- At the end, too: whoever holds the day already may be moving this very stop.
create constraint trigger bookings_stop_window after update of pickup_time on public.bookings
  deferrable initially deferred for each row
  when (old.pickup_time is distinct from new.pickup_time and old.pickup_date = new.pickup_date)
  execute function app.pickup_window_is_stops();

-- The line of a day is the lines of its runs.
create or replace function app.renumber_line(campus integer, day date) returns void language sql as
$$
  update public.pickup_queue q set queue_position = o.place
    from (
      select id, row_number() over (partition by run_id order by queue_position, created_at, id)
        as place
        from public.pickup_queue where campus_id = campus and pickup_date = day
    ) o
    where o.id = q.id and q.queue_position <> o.place
$$;
create or replace function app.join_line(booking uuid, times text[], windows integer[]) returns void
  language plpgsql as
$$
declare
  mine public.bookings;
  run uuid;
  place integer;
  last integer;
begin
  select * into strict mine from public.bookings where id = booking;
  perform app.take_day(mine.campus_id, mine.pickup_date);
  run := app.run_of_day(mine.campus_id, mine.pickup_date);
  select coalesce(max(q.queue_position), 0),
    coalesce(max(q.queue_position) filter (
      where app.rank_in_line(b, times, windows) < app.rank_in_line(mine, times, windows)
    ), 0) + 1
    into last, place
    from public.pickup_queue q join public.bookings b on b.id = q.booking_id
    where q.run_id = run;
  if place <= last then
    update public.pickup_queue q set queue_position = q.queue_position + 1
      where q.run_id = run and q.queue_position >= place;
  end if;
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, queue_position,
      run_id)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date, place, run);
end
$$;
create or replace function app.leave_line(booking uuid) returns void language plpgsql as
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
  update public.pickup_queue q set queue_position = q.queue_position - 1
    where q.campus_id = gone.campus_id and q.pickup_date = gone.pickup_date
      and q.run_id is not distinct from gone.run_id
      and q.queue_position > gone.queue_position;
end
$$;

-- What stands already.
update public.pickup_queue set run_id = app.run_of_day(campus_id, pickup_date)
  where campus_id is not null;
insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, position,
    "window", state)
  select r.id, b.campus_id, b.return_delivery_date, b.id, b.user_id, 'return',
    coalesce((select max(s.position) from public.run_stops s where s.run_id = r.id), 0)
      + row_number() over (partition by b.campus_id, b.return_delivery_date
        order by app.starts_at(b.return_delivery_time), b.created_at, b.id),
    b.return_delivery_time, 'waiting'
  from public.bookings b
  cross join lateral (select app.run_of_day(b.campus_id, b.return_delivery_date) as id) r
  where b.return_delivery_date >= current_date - 1
    and b.status in ('pending', 'confirmed', 'in_queue', 'picked_up');
insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, position, state)
  select r.id, b.campus_id, b.supply_kit_delivery_date, b.id, b.user_id, 'kit',
    coalesce((select max(s.position) from public.run_stops s where s.run_id = r.id), 0)
      + row_number() over (partition by b.campus_id, b.supply_kit_delivery_date
        order by b.created_at, b.id),
    'waiting'
  from public.bookings b
  cross join lateral (select app.run_of_day(b.campus_id, b.supply_kit_delivery_date) as id) r
  where b.supply_kit_delivery_date >= current_date - 1
    and b.status in ('pending', 'confirmed', 'in_queue', 'picked_up')
    and not exists (select from public.kit_deliveries k where k.booking_id = b.id
      and k.state = 'delivered');

set constraints all immediate;
