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
  if coalesce(old.return_delivery_date, new.return_delivery_date, old.supply_kit_delivery_date,
      new.supply_kit_delivery_date) is null
    or tg_op = 'UPDATE' and (old.return_delivery_date, old.return_delivery_time,
        old.supply_kit_delivery_date, old.status, old.campus_id, old.user_id)
      is not distinct from (new.return_delivery_date, new.return_delivery_time,
        new.supply_kit_delivery_date, new.status, new.campus_id, new.user_id) then
    return null;
  end if;
  -- A kit that could not be delivered and gets another day is in our hands, packed: without this the
  -- new day's list says that its delivery failed before anybody drove there.
  if tg_op = 'UPDATE' and new.supply_kit_delivery_date is not null
    and new.supply_kit_delivery_date is distinct from old.supply_kit_delivery_date then
    update public.kit_deliveries set state = 'packed', updated_at = now()
      where booking_id = new.id and state = 'failed';
  end if;
  select * into one from public.bookings where id = new.id;
  if not found then
    return null;
  end if;
  if one.status in ('delivered', 'completed') then
    perform app.take_day(one.campus_id, one.return_delivery_date)
      where one.return_delivery_date is not null;
    update public.run_stops set state = 'completed', completed_at = coalesce(completed_at, now()),
      failure = null
      where booking_id = one.id and kind = 'return' and part_return_id is null
        and state <> 'completed'
        and date = one.return_delivery_date;
  else
    perform app.booking_stop(one, 'return',
      case when one.status <> 'cancelled' then one.return_delivery_date end,
      one.return_delivery_time);
    -- Taken back by the office: it is to be brought again.
    update public.run_stops set state = 'waiting', completed_at = null, arrived_at = null
      where booking_id = one.id and kind = 'return' and part_return_id is null
        and state = 'completed' and date = one.return_delivery_date and one.status = 'picked_up'
        and tg_op = 'UPDATE' and old.status in ('delivered', 'completed');
  end if;
  perform app.booking_stop(one, 'kit',
    case when one.status <> 'cancelled' then one.supply_kit_delivery_date end, null)
    where not exists (select from public.run_stops where booking_id = one.id and kind = 'kit'
      and state = 'completed');
  return null;
end
$$;

-- On Way and Complete of a pickup's record are its stop's. The record names no campus: readers of any
-- campus read its day again.
create or replace function app.record_is_stop() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform pg_catalog.pg_notify('summerstow_line', concat(' ', d.day)) from (
    select old.pickup_date as day union select new.pickup_date) d
    where d.day between current_date - 1 and current_date + 1;
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.status = 'scheduled'
    or tg_op = 'UPDATE' and old.status = new.status
      and old.completed_at is not distinct from new.completed_at then
    return null;
  end if;
  -- Whoever orders the day has it first and writes all its stops.
  perform app.take_day(s.campus_id, s.date) from public.run_stops s
    where s.kind = 'pickup' and s.date = new.pickup_date
      and (s.booking_id = new.booking_id or s.booking_id is null and s.user_id = new.user_id);
  update public.run_stops s set
    state = case new.status when 'completed' then 'completed' when 'scheduled' then 'waiting'
      else case when s.state = 'arrived' then 'arrived' else 'on_way' end end,
    arrived_at = case when new.status = 'scheduled' then null else s.arrived_at end,
    completed_at = case when new.status = 'completed' then new.completed_at end,
    failure = null, pickup_id = new.id
    where s.kind = 'pickup' and s.date = new.pickup_date
      and (s.booking_id = new.booking_id or s.booking_id is null and s.user_id = new.user_id);
  return null;
end
$$;

-- A stop without a run or a number joins its day's run at the end; so does one that moves to another
-- day or run, and a pickup that is open again. A failed stop that is tried again costs no fee.
create or replace function app.set_stop() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
declare
  known public.pickups;
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    if old.state = 'failed' and new.state <> 'failed' then
      delete from public.fee_proposals where stop_id = new.id and state = 'proposed';
      update public.custody_cases c set state = 'settled', decision = 'seen', settled_at = now(),
        settled_by = app.user_id(), words = 'The stop is tried again.'
        from public.stop_events e
        where e.id = c.event_id and c.about = 'verb' and c.state = 'open'
          and c.reason in ('other_date', 'ask_office') and e.stop_id = new.id;
    end if;
    if (old.run_id, old.campus_id, old.date)
        is not distinct from (new.run_id, new.campus_id, new.date)
      and (old.state not in ('completed', 'failed') or new.state in ('completed', 'failed')) then
      return new;
    end if;
  elsif new.date between current_date - 1 and current_date + 1 then
    perform pg_catalog.pg_notify('summerstow_line', concat(new.campus_id, ' ', new.date));
  end if;
  if new.campus_id is null then
    new.run_id := null;
    new.position := null;
  elsif tg_op = 'INSERT' and new.run_id is null
    or tg_op = 'UPDATE' and new.run_id is not distinct from old.run_id
      and (new.campus_id, new.date) is distinct from (old.campus_id, old.date) then
    perform app.take_day(new.campus_id, new.date);
    new.run_id := app.run_of_day(new.campus_id, new.date);
  end if;
  if tg_op = 'UPDATE' and (new.run_id is distinct from old.run_id or new.kind = 'pickup') then
    new.position := null;
    new.queue_position := null;
  end if;
  if new.run_id is not null and new.position is null then
    select coalesce(max(position), 0) + 1 into new.position
      from public.run_stops where run_id = new.run_id;
  end if;
  if new.kind <> 'pickup' then
    new.queue_position := 0;
  elsif new.queue_position is null then
    select least(coalesce(max(queue_position), 0)::bigint + 1, 2147483647) into new.queue_position
      from public.run_stops where run_id = new.run_id and queue_id is not null;
  end if;
  if tg_op = 'INSERT' and new.kind = 'pickup' and new.state = 'waiting' then
    select * into known from public.pickups p where p.pickup_date = new.date
      and (p.user_id = new.user_id or p.booking_id = new.booking_id) limit 1;
    new.state := case known.status when 'in_progress' then 'on_way' when 'completed' then 'completed'
      else 'waiting' end;
    new."window" := coalesce(known.pickup_time,
      (select pickup_time from public.bookings where id = new.booking_id));
  end if;
  return new;
end
$$;

-- A run that a stop left closes up, and readers of the day hear of the change.
create or replace function app.stops_changed() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  if tg_op = 'DELETE' then
    perform app.take_day(o.campus_id, o.date), app.renumber_run(o.run_id) from (
      select distinct campus_id, date, run_id from gone where run_id is not null order by 1, 2, 3) o;
  else
    perform app.take_day(o.campus_id, o.date), app.renumber_run(o.run_id) from (
      select distinct campus_id, date, run_id from (
        select id, campus_id, date, run_id, queue_id from gone
        except select id, campus_id, date, run_id, queue_id from came) g
        where run_id is not null order by 1, 2, 3) o;
  end if;
  perform pg_catalog.pg_notify('summerstow_line', concat(d.campus_id, ' ', d.date)) from (
    select distinct campus_id, date from gone
      where date between current_date - 1 and current_date + 1) d;
  if tg_op = 'UPDATE' then
    perform pg_catalog.pg_notify('summerstow_line', concat(d.campus_id, ' ', d.date)) from (
      select distinct campus_id, date from came
        where date between current_date - 1 and current_date + 1) d;
  end if;
  return null;
end
$$;

-- Number a run's stops 1..n by their positions, and its queue likewise.
create or replace function app.renumber_run(run uuid) returns void language plpgsql as
$$
begin
  update public.run_stops s set position = o.turn, queue_position = o.number, updated_at = now()
    from (select id, row_number() over w as turn, case when queue_id is null
        then queue_position else count(queue_id) over w end as number
      from public.run_stops where run_id = run window w as (order by position)) o
    where o.id = s.id and (s.position, s.queue_position) is distinct from (o.turn, o.number);
end
$$;

-- Move a stop to a position of its run; the stops between make room. In the queue it takes the number
-- of the first that it passes, and numbers that staff typed stay.
create or replace function app.move_stop(stop uuid, target integer) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  mine public.run_stops;
  step integer;
  number integer;
begin
  select * into strict mine from public.run_stops where id = stop;
  if mine.position = target then
    return;
  end if;
  step := sign(mine.position - target);
  select case step when 1 then min(queue_position) else max(queue_position) end into number
    from public.run_stops s where s.run_id = mine.run_id and s.queue_id <> stop
      and s.position between least(mine.position, target) and greatest(mine.position, target);
  update public.run_stops s
    set position = case when s.id = stop then target else s.position + step end,
      queue_position = case when mine.queue_id is null or s.queue_id is null then s.queue_position
        when s.id = stop then coalesce(number, s.queue_position)
        else least(greatest(s.queue_position::bigint + step, -2147483648), 2147483647) end,
      updated_at = now()
    where s.run_id = mine.run_id
      and s.position between least(mine.position, target) and greatest(mine.position, target);
end
$$;

-- Put a stop where its run is least out of order: behind what has begun, then by window, pickups of a
-- window by residence and time of booking before its returns, kits last. A pickup's number in the queue
-- follows.
create or replace function app.place_stop(stop uuid) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  mine public.run_stops;
  begins integer;
  ends integer;
  rank integer;
  residence text;
  booked_at timestamptz;
  target integer;
begin
  select * into strict mine from public.run_stops where id = stop;
  begins := app.starts_at(mine."window");
  ends := app.ends_at(mine."window");
  rank := app.window_rank(begins);
  select lower(b.building_name), b.created_at into residence, booked_at
    from public.bookings b where b.id = mine.booking_id;
  residence := coalesce(residence, '~');
  booked_at := coalesce(booked_at, mine.created_at);
  select o.turn + 1 into target from (
      select row_number() over (order by s.position) as turn,
        sum(case
          when s.state <> 'waiting' then 1000000
          when case
            when mine.kind = 'pickup' and s.kind = 'pickup' then case
              when app.window_rank(app.starts_at(s."window")) = rank then (
                lower(coalesce(b.building_name, '~')) collate "C",
                coalesce(b.created_at, s.created_at), s.booking_id)
                < (residence, booked_at, mine.booking_id)
              else app.starts_at(s."window") < begins end
            when mine.kind = 'pickup' then app.ends_at(s."window") <= begins
            else app.starts_at(s."window") < ends
          end then 1
          else -1 end) over (order by s.position) as in_order
      from public.run_stops s left join public.bookings b on b.id = s.booking_id
      where s.run_id = mine.run_id and s.id <> stop) o
    where o.in_order > 0 order by o.in_order desc, o.turn limit 1;
  perform app.move_stop(stop, coalesce(target, 1));
end
$$;
