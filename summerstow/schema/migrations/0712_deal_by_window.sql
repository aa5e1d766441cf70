-- A stop that is dealt to another run takes the place there that a new booking or return would take.

create function app.place_in_run(stop public.run_stops, times text[], windows integer[]) returns text
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

drop function app.deal_stops(uuid, uuid[]);
-- `times` and `windows`: as app.join_line has them. A number that somebody typed stays in the run
-- that the stop leaves.
create function app.deal_stops(run uuid, dealt uuid[], times text[], windows integer[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  stop public.run_stops;
  at text;
begin
  for turn in 1 .. cardinality(dealt) loop
    select * into strict stop from public.run_stops where id = dealt[turn];
    at := app.place_in_run(stop, times, windows);
    at := app.place_to_come(run, at, (select q.place from public.pickup_queue q
      where stop.kind = 'pickup' and q.run_id = run and q.place > at order by q.place limit 1));
    if stop.queue_id is null then
      update public.run_stops set run_id = run, place = at where id = stop.id;
    else
      perform app.shift_typed(run, at, 1);
      update public.pickup_queue set run_id = run, place = at, queue_position = null
        where id = stop.queue_id;
      perform app.shift_typed(stop.run_id, stop.place, -1);
    end if;
  end loop;
end
$$;
