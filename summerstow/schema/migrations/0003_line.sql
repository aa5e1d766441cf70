-- The day's line of a campus, in one call: taking the day, finding the place and making room for it
-- are three statements that each must see what the one before has done.

create function app.take_day(campus integer, day date) returns void language sql as
  $$ select pg_advisory_xact_lock(campus, day - date '2000-01-01') $$;

-- `times` and `windows` give each pickup time the rank of its window.
create function app.rank_in_line(
  one public.bookings, times text[], windows integer[],
  out window_rank integer, out residence text, out since timestamptz, out id uuid
) language sql immutable as
$$
  select coalesce(windows[array_position(times, one.pickup_time)], 1000),
    lower(coalesce(one.building_name, '~')), one.created_at, one.id
$$;

create function app.join_line(booking uuid, times text[], windows integer[]) returns void
  language plpgsql as
$$
declare
  mine public.bookings;
  place integer;
  last integer;
begin
  select * into strict mine from public.bookings where id = booking;
  perform app.take_day(mine.campus_id, mine.pickup_date);
  select coalesce(max(q.queue_position), 0),
    coalesce(max(q.queue_position) filter (
      where app.rank_in_line(b, times, windows) < app.rank_in_line(mine, times, windows)
    ), 0) + 1
    into last, place
    from public.pickup_queue q join public.bookings b on b.id = q.booking_id
    where q.campus_id = mine.campus_id and q.pickup_date = mine.pickup_date;
  if place <= last then
    update public.pickup_queue q set queue_position = q.queue_position + 1
      where q.campus_id = mine.campus_id and q.pickup_date = mine.pickup_date
        and q.queue_position >= place;
  end if;
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, queue_position)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date, place);
end
$$;

create function app.leave_line(booking uuid) returns void language plpgsql as
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
      and q.queue_position > gone.queue_position;
end
$$;
