-- A booking's return or kit is a stop of its day while the booking stands.
create or replace function app.booking_stop(one public.bookings, what text, day date, written text)
  returns void language plpgsql as
$$
declare
  stop public.run_stops;
  other public.run_stops;
begin
  -- Both days, in one order for all: two who move stops between the same days wait, no deadlock.
  perform app.take_day(o.campus_id, o.date) from (
    select one.campus_id, day as date where day is not null
    union
    select s.campus_id, s.date from public.run_stops s where s.booking_id = one.id
      and s.kind = what and s.part_return_id is null and s.state not in ('completed', 'failed')
    order by 1, 2) o;
  select * into other from public.run_stops where booking_id = one.id and kind = what
    and part_return_id is null and state not in ('completed', 'failed') and date is distinct from day limit 1;
  select * into stop from public.run_stops where booking_id = one.id and kind = what
    and part_return_id is null and (date = day or state not in ('completed', 'failed'))
    order by date = day desc nulls last limit 1;
  if day is null then
    delete from public.run_stops where id = stop.id;
    return;
  end if;
  if stop.id is not null and stop.date = day and other.id is not null then
    delete from public.run_stops where id = other.id;
    if stop.state = 'failed' then
      update public.run_stops set state = 'waiting', failure = null, arrived_at = null,
        locked = false where id = stop.id;
      perform app.place_stop(stop.id);
    end if;
  end if;
  if stop.id is null then
    insert into public.run_stops (campus_id, date, booking_id, user_id, kind, "window")
      values (one.campus_id, day, one.id, one.user_id, what, written)
      returning * into stop;
    perform app.place_stop(stop.id);
  elsif stop.date <> day or stop.campus_id <> one.campus_id then
    update public.run_stops set campus_id = one.campus_id, date = day, "window" = written,
      state = 'waiting', arrived_at = null, locked = false where id = stop.id;
    perform app.place_stop(stop.id);
  else
    update public.run_stops set "window" = written, user_id = one.user_id where id = stop.id
      and ("window", user_id) is distinct from (written, one.user_id);
  end if;
end
$$;
