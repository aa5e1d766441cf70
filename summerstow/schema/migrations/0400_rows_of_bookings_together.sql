-- What follows from rows that are stored together is stored together too: a statement that stores one
-- row begins and ends as dearly as it stores it (docs/decisions/0350).

-- The price list and the log entry of new bookings. Most are made on one day, whose list is asked for
-- once.
create function app.bookings_are_made() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  today constant date := (now() at time zone 'UTC' - interval '7 hours')::date;
  list constant date := app.price_list_on(today);
begin
  insert into app.booking_prices (booking_id, valid_from)
    select l.id, l.list from (
      select m.id, case m.day when today then list else app.price_list_on(m.day) end as list
      from (select a.id, (coalesce(a.created_at, now()) at time zone 'UTC' - interval '7 hours')::date
          as day from added a) m
      offset 0) l
    where l.list is not null;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
      'insert', tg_table_name, a.id, to_jsonb(a) - array['needs', 'place']
    from added a;
  return null;
end
$$;
drop trigger bookings_prices on public.bookings;
drop trigger bookings_audit on public.bookings;
drop function app.agree_prices();
create trigger bookings_audit after delete or update on public.bookings
  for each row execute function app.audit();
create trigger bookings_made after insert on public.bookings
  referencing new table as added for each statement execute function app.bookings_are_made();

-- Places in line are stops: new ones, unless one stands for a place already. The subqueries are of one
-- row each, so that their plan is the same for one place and for many.
create function app.have_stops(places public.pickup_queue[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  apart uuid[];
begin
  with stored as (
    insert into public.run_stops (id, run_id, campus_id, date, booking_id, user_id, kind, place,
        "window", queue_id, state)
      select q.id, q.run_id, q.campus_id, q.pickup_date, q.booking_id, q.user_id, 'pickup', q.place,
        coalesce((select pickup_time from public.pickups where id = q.pickup_id),
          (select pickup_time from public.bookings where id = q.booking_id)),
        q.id,
        coalesce((select case p.status when 'in_progress' then 'on_way' when 'completed'
            then 'completed' end from public.pickups p where p.pickup_date = q.pickup_date
            and (p.user_id = q.user_id or p.booking_id = q.booking_id) limit 1), 'waiting')
      from unnest(places) q
      where (select true from public.run_stops where queue_id = q.id) is null
        and (select true from public.run_stops where kind = 'pickup' and date = q.pickup_date
          and queue_id is null
          and (booking_id = q.booking_id or booking_id is null and user_id = q.user_id)
          limit 1) is null
      returning queue_id)
  select array_agg(q.id) into apart
    from unnest(places) q where q.id not in (select queue_id from stored);
  if apart is null then
    return;
  end if;
  update public.run_stops s set run_id = q.run_id, campus_id = q.campus_id, date = q.pickup_date,
    booking_id = q.booking_id, user_id = q.user_id, queue_id = q.id, place = q.place,
    "window" = coalesce((select pickup_time from public.pickups where id = q.pickup_id),
      (select pickup_time from public.bookings where id = q.booking_id)),
    state = case when s.state in ('completed', 'failed') then 'waiting' else s.state end,
    completed_at = null, failure = null
    from unnest(places) q
    where q.id = any(apart) and s.id = coalesce(
      (select id from public.run_stops where queue_id = q.id),
      (select id from public.run_stops where kind = 'pickup' and date = q.pickup_date
        and queue_id is null
        and (booking_id = q.booking_id or booking_id is null and user_id = q.user_id) limit 1));
end
$$;
create function app.places_are_stops() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.have_stops(array(
    select row(a.*)::public.pickup_queue from added a where a.run_id is not null));
  return null;
end
$$;
drop trigger pickup_queue_stop on public.pickup_queue;
create trigger pickup_queue_stop after insert on public.pickup_queue
  referencing new table as added for each statement execute function app.places_are_stops();

-- As in 0252; what is the same for a new place is app.have_stops.
create or replace function app.queue_is_stop() returns trigger language plpgsql security definer
  set search_path = '' set plan_cache_mode = force_generic_plan as
$$
declare
  stop public.run_stops;
  done text;
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.run_id is null then
    select * into stop from public.run_stops where queue_id = old.id;
    if not found then
      return null;
    end if;
    select case when exists (
        select from public.pickups p where p.pickup_date = old.pickup_date
          and p.status = 'completed' and (p.user_id = old.user_id or p.booking_id = old.booking_id))
      or exists (select from public.bookings b where b.id = old.booking_id
        and b.pickup_date = old.pickup_date and b.status in ('picked_up', 'delivered', 'completed'))
      then 'completed' when stop.state = 'failed' then 'failed' end into done;
    if done is null then
      delete from public.run_stops where id = stop.id;
    else
      update public.run_stops set queue_id = null, state = done,
        completed_at = case done when 'completed' then coalesce(completed_at, now()) end,
        failure = case done when 'failed' then failure end
        where id = stop.id;
    end if;
  elsif (old.run_id, old.booking_id, old.user_id, old.pickup_date, old.campus_id)
      is not distinct from (new.run_id, new.booking_id, new.user_id, new.pickup_date, new.campus_id)
  then
    update public.run_stops set place = new.place where queue_id = new.id;
  else
    perform app.have_stops(array[new]);
  end if;
  return null;
end
$$;

-- Of a guest nothing is asked that only an account has.
create or replace function app.hears_elsewhere(person uuid) returns boolean language plpgsql stable as
$$
begin
  if person is null then
    return false;
  end if;
  return exists (select from public.push_subscriptions where user_id = person)
    or exists (select from app.confirmed_phones where user_id = person);
end
$$;
create or replace function app.address_confirmed(b public.bookings) returns boolean
  language plpgsql stable as
$$
begin
  if b.email_confirmed_at is not null or b.user_id is null then
    return b.email_confirmed_at is not null;
  end if;
  return exists (select from auth.users u where u.id = b.user_id and lower(u.email) = lower(b.email)
    and u.email_confirmed_at is not null);
end
$$;
