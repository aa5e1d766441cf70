-- A place in a long line costs little. Whoever comes in the middle moves all behind by one, and such
-- a move must write nothing but the row: no index holds a position, nothing is told row by row, and
-- an order that stays is not worked out anew. Functions that queries call for each row, or that run
-- a query of their own, are PL/pgSQL, which keeps its plans; SQL is planned at each call before 18.

-- Positions 1..n are kept by whoever has taken the day, as all do who write them. A unique index
-- would be written six-fold at each move.
alter table public.run_stops drop constraint run_stops_position_key;
create index run_stops_run_idx on public.run_stops (run_id);
drop index public.pickup_queue_day_idx;
create index pickup_queue_day_idx on public.pickup_queue (pickup_date, campus_id);
-- Room beside each row for its next version.
alter table public.run_stops set (fillfactor = 60);
alter table public.pickup_queue set (fillfactor = 60);

create or replace function app.starts_at(written text) returns integer
  language plpgsql immutable as
$$
declare
  m constant text[] := regexp_match(written, '(\d{1,2}):(\d{2}) *([AaPp][Mm])');
begin
  if m is null then
    return 1440;
  end if;
  return (m[1]::int % 12) * 60 + m[2]::int + case upper(m[3]) when 'PM' then 720 else 0 end;
end
$$;

create or replace function app.renumber_run(run uuid) returns void language plpgsql as
$$
begin
  update public.run_stops s set position = o.place
    from (select id, row_number() over (order by position, created_at, id) as place
      from public.run_stops where run_id = run) o
    where o.id = s.id and s.position <> o.place;
end
$$;

-- Behind the last stop whose window begins no later, and behind all that have begun.
create function app.place_by_window(run uuid, written text) returns integer language plpgsql as
$$
declare
  begins constant integer := app.starts_at(written);
  place integer;
begin
  select coalesce(max(case
      when app.starts_at(w.written) <= begins then w.last else w.begun end), 0) + 1
    into place
    from (select "window" as written, max(position) as last,
        max(position) filter (where state <> 'waiting') as begun
      from public.run_stops where run_id = run group by "window") w;
  return place;
end
$$;

create or replace function app.place_in_run(run uuid, written text) returns integer
  language plpgsql as
$$
declare
  place constant integer := app.place_by_window(run, written);
begin
  update public.run_stops set position = position + 1 where run_id = run and position >= place;
  return place;
end
$$;

-- The place of one who has just joined the line: before the one behind in line, where that one
-- stands earlier than the window alone would say.
create function app.place_by_line(one public.pickup_queue, written text) returns integer
  language plpgsql as
$$
declare
  place integer := app.place_by_window(one.run_id, written);
  behind uuid;
  stands integer;
begin
  select id into behind from public.pickup_queue
    where run_id = one.run_id
      and (queue_position, created_at, id) > (one.queue_position, one.created_at, one.id)
    order by queue_position, created_at, id limit 1;
  if found then
    select position into stands from public.run_stops where queue_id = behind;
    place := least(place, stands);
  end if;
  update public.run_stops set position = position + 1 where run_id = one.run_id and position >= place;
  return place;
end
$$;

create or replace function app.follow_line(run uuid) returns void language plpgsql as
$$
begin
  with waiting as (
    select s.id, s.position, row_number() over (order by s.position) as slot,
      row_number() over (order by q.queue_position, q.created_at, q.id) as turn
    from public.run_stops s join public.pickup_queue q on q.id = s.queue_id
    where s.run_id = run
  )
  update public.run_stops s set position = o.position
    from waiting w join waiting o on o.slot = w.turn
    where s.id = w.id and s.position <> o.position;
end
$$;

-- The same, where the one who has just joined does not stand behind the one before in line.
create function app.follow_line_for(one public.pickup_queue) returns void language plpgsql as
$$
declare
  before uuid;
begin
  select id into before from public.pickup_queue
    where run_id = one.run_id
      and (queue_position, created_at, id) < (one.queue_position, one.created_at, one.id)
    order by queue_position desc, created_at desc, id desc limit 1;
  if found and (select b.position > o.position from public.run_stops b, public.run_stops o
      where b.queue_id = before and o.queue_id = one.id) then
    perform app.follow_line(one.run_id);
  end if;
end
$$;

create or replace function app.line_follows(run uuid) returns void language plpgsql as
$$
begin
  update public.pickup_queue q set queue_position = o.place
    from (select s.queue_id, row_number() over (order by s.position) as place
      from public.run_stops s where s.run_id = run and s.queue_id is not null) o
    where o.queue_id = q.id and q.queue_position <> o.place;
end
$$;

create or replace function app.queue_is_stop() returns trigger language plpgsql security definer
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
        'pickup', app.place_by_line(new, written), written, new.id,
        coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
            then 'completed' end from public.pickups p where p.pickup_date = new.pickup_date
            and (p.user_id = new.user_id or p.booking_id = new.booking_id) limit 1), 'waiting'));
    perform app.follow_line_for(new);
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
    perform app.follow_line(new.run_id);
  end if;
  return null;
end
$$;

-- Once for a statement: the stops follow an order that changed, and whoever looks at these days
-- hears of it. Where all behind one place move up or back (`app.line`), the order stays.
create or replace function app.line_was_ordered() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  if current_setting('app.line', true) is distinct from 'moves' then
    perform app.follow_line(r.run_id) from (
      select distinct n.run_id from new_places n join old_places o on o.id = n.id
      where n.queue_position <> o.queue_position and n.run_id is not null) r;
  end if;
  perform pg_catalog.pg_notify('summerstow_line', concat(d.campus_id, ' ', d.pickup_date)) from (
    select campus_id, pickup_date from old_places
      where pickup_date between current_date - 1 and current_date + 1
    union select campus_id, pickup_date from new_places
      where pickup_date between current_date - 1 and current_date + 1) d;
  return null;
end
$$;
drop trigger pickup_queue_told on public.pickup_queue;

drop trigger run_stops_told on public.run_stops;
create trigger run_stops_told after insert or delete on public.run_stops
  for each row execute function app.tell_stops();
create function app.tell_changed_stops() returns trigger language plpgsql security definer
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
create trigger run_stops_changed after update on public.run_stops
  referencing new table as new_stops
  for each statement execute function app.tell_changed_stops();

create or replace function app.renumber_line(campus integer, day date) returns void
  language plpgsql as
$$
begin
  update public.pickup_queue q set queue_position = o.place
    from (
      select id, row_number() over (partition by run_id order by queue_position, created_at, id)
        as place
        from public.pickup_queue where campus_id = campus and pickup_date = day
    ) o
    where o.id = q.id and q.queue_position <> o.place;
end
$$;

-- All of a run from a position on move by so much; their order stays.
create function app.move_line(run uuid, since integer, by integer) returns void language plpgsql as
$$
begin
  perform set_config('app.line', 'moves', true);
  update public.pickup_queue q set queue_position = q.queue_position + by
    where q.run_id = run and q.queue_position >= since;
  perform set_config('app.line', '', true);
end
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
      where (coalesce(windows[array_position(times, b.pickup_time)], 1000),
          lower(coalesce(b.building_name, '~')), b.created_at, b.id)
        < (coalesce(windows[array_position(times, mine.pickup_time)], 1000),
          lower(coalesce(mine.building_name, '~')), mine.created_at, mine.id)
    ), 0) + 1
    into last, place
    from public.pickup_queue q join public.bookings b on b.id = q.booking_id
    where q.run_id = run;
  if place <= last then
    perform app.move_line(run, place, 1);
  end if;
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, queue_position,
      run_id)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date, place, run);
end
$$;
drop function app.rank_in_line(public.bookings, text[], integer[]);

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
  if gone.run_id is not null then
    perform app.move_line(gone.run_id, gone.queue_position + 1, -1);
  else
    update public.pickup_queue q set queue_position = q.queue_position - 1
      where q.campus_id = gone.campus_id and q.pickup_date = gone.pickup_date
        and q.run_id is null and q.queue_position > gone.queue_position;
  end if;
end
$$;

-- What else each booking calls.
create or replace function app.address_confirmed(b public.bookings) returns boolean
  language plpgsql stable as
$$
begin
  return b.email_confirmed_at is not null or exists (
    select 1 from auth.users u where u.id = b.user_id and lower(u.email) = lower(b.email)
      and u.email_confirmed_at is not null);
end
$$;
create or replace function app.price_list_on(day date) returns date language plpgsql stable as
$$
begin
  return coalesce(
    (select max(valid_from) from app.price_lists where valid_from <= day),
    (select min(valid_from) from app.price_lists)
  );
end
$$;
create or replace function app.email_words(value text) returns text
  language plpgsql immutable parallel safe as
$$
begin
  return concat_ws(' ', split_part(value, '@', 1),
    regexp_replace(value, '[\s!-/:-@\[-`{-~]+', '', 'g'));
end
$$;
create or replace function app.phone_words(value text) returns text
  language plpgsql immutable parallel safe as
$$
declare
  d constant text := regexp_replace(regexp_replace(coalesce(value, ''), '\D', '', 'g'),
    '^(00)?1(?=\d{10}$)', '');
begin
  return case when length(d) >= 4 then concat_ws(' ', d, right(d, 7), right(d, 4)) end;
end
$$;
create or replace function app.booking_words(id uuid, first_name text, last_name text, email text,
  phone text, building_name text, address text) returns tsvector
  language plpgsql immutable parallel safe as
$$
begin
  return app.searched(concat_ws(' ', first_name, last_name, app.email_words(email),
    building_name, address, app.phone_words(phone), left(id::text, 8)));
end
$$;
