-- A place in a line costs the same whatever its length. A stop and its place in line hold one text
-- each, `place`, by which they are sorted; who joins, leaves or is moved writes only their own, and
-- positions 1..n are counted where they are read (docs/decisions/0215).
--
-- A place is where the rule line-order puts a pickup: the window's first minute, the residence, when
-- it was booked. So it is known without a look at the others, and who is booked between two has a
-- place between theirs. Whoever is moved by hand stands behind somebody: that one's place, chr(2), a
-- number.

drop trigger pickup_queue_run on public.pickup_queue;
drop trigger pickup_queue_stop_moved on public.pickup_queue;
drop trigger pickup_queue_ordered on public.pickup_queue;
drop trigger run_stops_changed on public.run_stops;
alter table public.pickup_queue
  add column place text collate "C",
  -- the number that somebody typed, until the line is numbered anew; null: it is counted
  alter column queue_position drop not null;
alter table public.run_stops add column place text collate "C";

create function app.microseconds(moment timestamptz) returns text language plpgsql immutable as
$$
begin
  return lpad((extract(epoch from moment) * 1000000)::bigint::text, 16, '0');
end
$$;

-- Where the rule line-order puts a pickup whose window begins at this minute.
create function app.place_by_rank(one public.bookings, minute integer) returns text
  language plpgsql immutable as
$$
begin
  return lpad(minute::text, 4, '0') || '1' || lower(coalesce(one.building_name, '~')) || chr(1)
    || app.microseconds(one.created_at) || right(one.id::text, 12);
end
$$;

-- A return or a kit: behind the pickups of its window.
create function app.place_by_window(written text, kind text, moment timestamptz, id uuid)
  returns text language plpgsql immutable as
$$
begin
  return lpad(app.starts_at(written)::text, 4, '0') || '2' || app.microseconds(moment) || kind
    || right(id::text, 12);
end
$$;

-- What stands already keeps its order: in its own place, or behind the one that stands before it.
update public.run_stops s set place = case when o.own = o.root then o.own
    else o.root || chr(2) || lpad((o.turn * 1000000000)::text, 18, '0') end
  from (
    select p.id, p.own, max(p.own) over w as root, row_number() over w as turn
    from (
      select s.id, s.run_id, s.position, s.created_at, case when s.kind = 'pickup' then
          coalesce(app.place_by_rank(b, case
              when app.starts_at(s."window") >= 1440 then 1440
              when app.starts_at(s."window") >= 900 then 900
              when app.starts_at(s."window") >= 720 then 720 else 540 end),
            '14401~' || chr(1) || app.microseconds(s.created_at) || right(s.id::text, 12))
        else app.place_by_window(s."window", s.kind, s.created_at, s.id) end collate "C" as own
      from public.run_stops s left join public.bookings b on b.id = s.booking_id
    ) p
    window w as (partition by p.run_id order by p.position, p.created_at, p.id)
  ) o
  where o.id = s.id;
update public.pickup_queue q set queue_position = null, place = coalesce(
    (select s.place from public.run_stops s where s.queue_id = q.id),
    '9' || app.microseconds(q.created_at) || right(q.id::text, 12))
  where q.run_id is not null;
set constraints all immediate;

alter table public.run_stops
  drop column position,
  alter column place set not null,
  add constraint run_stops_place_key unique (run_id, place);
alter table public.pickup_queue
  add constraint pickup_queue_place_key unique (run_id, place) include (queue_position),
  add constraint pickup_queue_stands_somewhere check (
    case when run_id is null then place is null and queue_position is not null
      else place is not null end);
drop index public.run_stops_run_idx;
drop index public.pickup_queue_run_idx;
create index run_stops_begun_idx on public.run_stops (run_id, place) where state <> 'waiting';
create index pickup_queue_typed_idx on public.pickup_queue (run_id, place)
  where queue_position is not null;

-- What is read in the place of these columns by whoever asks /rest/v1 for them.
comment on column public.pickup_queue.queue_position is
  'served as queue_position integer app.number_in_line({0}.run_id, {0}.place, {0}.queue_position)';
comment on column public.pickup_queue.place is 'not served';
comment on column public.run_stops.place is
  'served as position integer app.number_in_run({0}.run_id, {0}.place)';

-- A plan for any place is as good as one for this, and making one takes longer than the count.
-- The number of a place in line: as typed; else how many stand up to there, and more than what was
-- typed before it. A line that nobody typed a number in is 1..n.
create function app.number_in_line(run uuid, at text, typed integer) returns integer
  language plpgsql stable security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
declare
  number integer;
  highest integer;
  ahead integer;
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
  return number + greatest(ahead, 0);
end
$$;

-- The same of many, for whoever reads whole lines.
create view app.numbered_line with (security_invoker = true) as
  select o.id, o.pickup_date, o.run_id, o.place, o.created_at,
    coalesce(o.queue_position, o.turn + greatest(0, max(o.queue_position - o.turn) over (
      partition by o.pickup_date, o.run_id order by o.place)))::integer as number
  from (
    select id, pickup_date, run_id, place, created_at, queue_position,
      row_number() over (partition by pickup_date, run_id order by place) as turn
    from public.pickup_queue) o;

create function app.number_in_run(run uuid, at text) returns integer
  language plpgsql stable security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
begin
  return (select count(*) from public.run_stops where run_id = run and place <= at);
end
$$;

-- Give a stop, and its place in line if it has one, this place.
create function app.put_stop(stop uuid, at text) returns void language plpgsql as
$$
begin
  update public.pickup_queue q set place = at
    from public.run_stops s where s.id = stop and q.id = s.queue_id;
  if not found then
    update public.run_stops set place = at where id = stop;
  end if;
end
$$;

-- A place between two neighbours of a run; null: its beginning, its end. Whoever was put behind the
-- same one before is set apart anew where no number is left between them.
create function app.place_between(run uuid, low text, high text) returns text language plpgsql as
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

-- Directly behind a place of a run.
create function app.place_behind(run uuid, at text) returns text language plpgsql as
$$
begin
  return app.place_between(run, at, (select place from public.run_stops
    where run_id = run and place > at order by place limit 1));
end
$$;

-- Directly before a place of a run.
create function app.place_before(run uuid, at text) returns text language plpgsql as
$$
begin
  return app.place_between(run, (select place from public.run_stops
    where run_id = run and place < at order by place desc limit 1), at);
end
$$;

-- Behind everybody, now and later.
create function app.place_at_end(run uuid) returns text language plpgsql as
$$
declare
  at constant text := '9' || app.microseconds(clock_timestamp());
  last text;
begin
  select place into last from public.run_stops where run_id = run order by place desc limit 1;
  return case when last >= at collate "C" then app.place_behind(run, last) else at end;
end
$$;

-- A place by rank or window, but behind what has begun: the crew has passed there. `next`: before
-- this place all the same, where there is one.
create function app.place_to_come(run uuid, at text, next text) returns text language plpgsql as
$$
declare
  begun text;
begin
  select place into begun from public.run_stops
    where run_id = run and state <> 'waiting' order by place desc limit 1;
  if begun > at collate "C" and (next is null or begun < next collate "C") then
    return app.place_behind(run, begun);
  end if;
  return at;
end
$$;

-- Where a number that somebody types puts its place: ties stand in order of creation.
create function app.place_of_number(one public.pickup_queue) returns text language plpgsql as
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
