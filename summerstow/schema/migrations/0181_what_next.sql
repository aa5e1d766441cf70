-- What a crew wants after a stop that did not work out, and returns that are moved after it.

-- again: today; date: another one; office: the office decides. Null where nobody said.
alter table public.stop_events
  add column next_step text check (next_step in ('again', 'date', 'office'));
-- Their people read what fits their stop; the office all of it (policies.sql).

alter table public.custody_cases
  drop constraint custody_cases_reason_check,
  add constraint custody_cases_reason_check check (case about
    when 'stop' then
      reason in ('other_count', 'taken_back', 'cancelled', 'moved', 'ended', 'gone', 'refused')
    when 'item' then reason in ('order', 'item', 'label', 'stop', 'booking', 'location')
    else reason in ('unscanned', 'override', 'unsigned', 'gone', 'contradiction', 'missing_items',
      'other_date', 'ask_office')
  end);

-- As before, and: a return that is moved back to a day on which it failed is brought again there.
create or replace function app.booking_stop(one public.bookings, what text, day date, written text)
  returns void language plpgsql as
$$
declare
  stop public.run_stops;
  other public.run_stops;
  goes_to uuid;
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
    if found then
      delete from public.run_stops where id = stop.id;
      perform app.renumber_run(stop.run_id);
    end if;
    return;
  end if;
  goes_to := app.run_of_day(one.campus_id, day);
  if stop.id is not null and stop.date = day and other.id is not null then
    delete from public.run_stops where id = other.id;
    perform app.renumber_run(other.run_id);
    if stop.state = 'failed' then
      update public.run_stops set state = 'waiting', failure = null, arrived_at = null,
        locked = false, position = app.place_in_run(stop.run_id, written) where id = stop.id;
      perform app.renumber_run(stop.run_id);
    end if;
  end if;
  if stop.id is null then
    insert into public.run_stops (run_id, campus_id, date, booking_id, user_id, kind, position,
        "window")
      values (goes_to, one.campus_id, day, one.id, one.user_id, what,
        app.place_in_run(goes_to, written), written);
  elsif stop.date <> day or stop.campus_id <> one.campus_id then
    update public.run_stops set run_id = goes_to, campus_id = one.campus_id, date = day,
      position = app.place_in_run(goes_to, written), "window" = written, state = 'waiting',
      arrived_at = null, locked = false where id = stop.id;
    perform app.renumber_run(stop.run_id);
  else
    update public.run_stops set "window" = written, user_id = one.user_id where id = stop.id
      and ("window", user_id) is distinct from (written, one.user_id);
  end if;
end
$$;
