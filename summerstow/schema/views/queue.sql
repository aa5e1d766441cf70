create or replace function app.stand_in_line(mine public.bookings, times text[], windows integer[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  place uuid;
begin
  perform app.take_day(mine.campus_id, mine.pickup_date);
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date) returning id into place;
  perform app.place_stop(id, times, windows) from public.run_stops where queue_id = place;
end
$$;
