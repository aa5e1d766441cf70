-- What follows from a change of a booking's own columns.
create or replace function app.update_booking() returns trigger language plpgsql as
$$
begin
  new.updated_at := now();
  -- An account alone does not end the waiting: attaching a booking to it does.
  if new.status <> 'pending' or new.slot_id is null or new.email_confirmed_at is not null then
    new.confirm_by := null;
  end if;
  -- The customer confirmed that day and window, and no other.
  if (new.pickup_date, new.pickup_time) is distinct from (old.pickup_date, old.pickup_time) then
    new.pickup_confirmed_at := null;
  end if;
  return new;
end
$$;

-- The price list and the log entry of new bookings. Most are made on one day, whose list is asked for
-- once.
create or replace function app.bookings_are_made() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  today constant date := (now() at time zone 'UTC' - interval '7 hours')::date;
  list constant date := app.price_list_on(today);
begin
  insert into app.booking_prices (booking_id, valid_from, digest)
    select l.id, p.valid_from, p.digest from (
      select m.id, case m.day when today then list else app.price_list_on(m.day) end as list
      from (select a.id, (coalesce(a.created_at, now()) at time zone 'UTC' - interval '7 hours')::date
          as day from added a) m
      offset 0) l
      join app.price_lists p on p.valid_from = l.list;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
      'insert', tg_table_name, a.id, to_jsonb(a) - 'needs'
    from added a;
  return null;
end
$$;
