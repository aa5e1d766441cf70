-- A day's line has changed: told to whoever listens (summerstow/live), as campus and day and nothing
-- else. Days about now alone: nobody stands at the door for others, and a notice makes commits wait
-- for each other.

create function app.tell_line() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one jsonb;
begin
  -- Of a pickup the campus is not said: that is for the line it stands in.
  foreach one in array array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  ] loop
    if one is not null then
      perform pg_catalog.pg_notify(
        'summerstow_line', concat(one ->> 'campus_id', ' ', one ->> 'pickup_date')
      );
    end if;
  end loop;
  return null;
end
$$;

do $$
declare
  kept text;
begin
  foreach kept in array array['pickup_queue', 'pickups'] loop
    execute format(
      'create trigger %1$s_told_in after insert on public.%1$s for each row
         when (new.pickup_date between current_date - 1 and current_date + 1)
         execute function app.tell_line()', kept);
    execute format(
      'create trigger %1$s_told after update on public.%1$s for each row
         when (old.pickup_date between current_date - 1 and current_date + 1
           or new.pickup_date between current_date - 1 and current_date + 1)
         execute function app.tell_line()', kept);
    execute format(
      'create trigger %1$s_told_out after delete on public.%1$s for each row
         when (old.pickup_date between current_date - 1 and current_date + 1)
         execute function app.tell_line()', kept);
  end loop;
end
$$;
