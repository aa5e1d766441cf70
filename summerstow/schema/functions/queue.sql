create or replace function app.take_day(campus integer, day date) returns void language sql as
  $$ select pg_advisory_xact_lock(campus, day - date '2000-01-01') $$;

-- Put a booking in its day's queue, or keep it there, where its window stands; it leaves the queue of
-- any other day.
create or replace function app.join_queue(booking uuid)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  mine public.bookings;
  stop uuid;
begin
  select * into strict mine from public.bookings where id = booking;
  perform app.take_day(mine.campus_id, mine.pickup_date);
  delete from public.run_stops where booking_id = booking and queue_id is not null
    and (campus_id, date) is distinct from (mine.campus_id, mine.pickup_date);
  insert into public.run_stops as s (user_id, booking_id, campus_id, date)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date)
    on conflict (booking_id, kind, date, part_return_id) where booking_id is not null
      do update set "window" = mine.pickup_time,
      state = case when s.queue_id is null then 'waiting' else s.state end,
      completed_at = null, failure = null
    returning id into stop;
  perform app.place_stop(stop);
end
$$;
