-- Any integer may be typed as a number in line. Those behind it and those who join are counted on
-- from there, and none is counted past what an integer holds: a booking of that day was refused.

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

create or replace view app.numbered_line with (security_invoker = true) as
  select o.id, o.pickup_date, o.run_id, o.place, o.created_at,
    coalesce(o.queue_position, least(2147483647, o.turn + greatest(0, max(o.queue_position - o.turn)
      over (partition by o.pickup_date, o.run_id order by o.place))))::integer as number
  from (
    select id, pickup_date, run_id, place, created_at, queue_position,
      row_number() over (partition by pickup_date, run_id order by place) as turn
    from public.pickup_queue) o;
