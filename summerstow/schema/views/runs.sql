-- A booking's return or kit is a stop of its day while the booking stands.
create or replace function app.booking_stop(one public.bookings, what text, day date, written text)
  returns void language plpgsql as
$$
declare
  stop public.run_stops;
  other public.run_stops;
  goes_to uuid;
  last integer;
begin
  -- Both days, in one order for all: two who move stops between the same days wait, no deadlock.
  perform app.take_day(o.campus_id, o.date) from (
    select one.campus_id, day as date where day is not null
    union
    select s.campus_id, s.date from public.run_stops s where s.booking_id = one.id
      and s.kind = what and s.state not in ('completed', 'failed')
    order by 1, 2) o;
  select * into other from public.run_stops where booking_id = one.id and kind = what
    and state not in ('completed', 'failed') and date is distinct from day limit 1;
  select * into stop from public.run_stops where booking_id = one.id and kind = what
    and (date = day or state not in ('completed', 'failed'))
    order by date = day desc nulls last limit 1;
  if day is null then
    delete from public.run_stops where id = stop.id;
    return;
  end if;
  goes_to := app.run_of_day(one.campus_id, day);
  select coalesce(max(position), 0) + 1 into last from public.run_stops where run_id = goes_to;
  if stop.id is not null and stop.date = day and other.id is not null then
    delete from public.run_stops where id = other.id;
    if stop.state = 'failed' then
      update public.run_stops set state = 'waiting', failure = null, arrived_at = null,
        locked = false where id = stop.id;
      perform app.place_stop(stop.id, null, null);
    end if;
  end if;
  if stop.id is null then
    insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, position,
        "window")
      values (goes_to, one.campus_id, day, one.id, one.user_id, what, last, written)
      returning * into stop;
    perform app.place_stop(stop.id, null, null);
  elsif stop.date <> day or stop.campus_id <> one.campus_id then
    update public.run_stops set run_id = goes_to, campus_id = one.campus_id, date = day,
      position = last, "window" = written, state = 'waiting', arrived_at = null, locked = false
      where id = stop.id;
    perform app.renumber_run(stop.run_id);
    perform app.place_stop(stop.id, null, null);
  else
    update public.run_stops set "window" = written, user_id = one.user_id where id = stop.id
      and ("window", user_id) is distinct from (written, one.user_id);
  end if;
end
$$;
