-- Whether a person has a booking already, of which just one may be current.
create or replace function app.has_booked(person uuid, replaceable text[]) returns boolean language plpgsql as
$$
begin
  return exists (select from public.bookings b
      where b.user_id = person and b.status = any(replaceable))
    or exists (select from app.plan_members m where m.user_id = person and m.left_at is null);
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

-- Whether anybody has shown that they read what is sent to an address.
create or replace function app.reads_mail(address text) returns boolean language plpgsql stable as
$$
begin
  return exists (select 1 from auth.users u
      where lower(u.email) = lower(reads_mail.address) and u.email_confirmed_at is not null)
    or exists (select 1 from public.bookings b where b.user_id is null
      and lower(b.guest_email) = lower(reads_mail.address) and b.email_confirmed_at is not null);
end
$$;

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
  insert into app.booking_prices (booking_id, valid_from)
    select l.id, l.list from (
      select m.id, case m.day when today then list else app.price_list_on(m.day) end as list
      from (select a.id, (coalesce(a.created_at, now()) at time zone 'UTC' - interval '7 hours')::date
          as day from added a) m
      offset 0) l
    where l.list is not null;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    select app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
      'insert', tg_table_name, a.id, to_jsonb(a) - 'needs'
    from added a;
  return null;
end
$$;

-- A pickup's entry in its customer's calendar, told once more: its number.
create or replace function app.next_entry(booking uuid, begins timestamptz, ends timestamptz,
  moment timestamptz) returns integer language plpgsql as
$$
declare
  number integer;
begin
  insert into app.calendar_entries as c (booking_id, starts_at, ends_at, told_at)
    values (booking, begins, ends, moment)
    on conflict (booking_id) do update
      set sequence = c.sequence + 1, starts_at = begins, ends_at = ends, told_at = moment
    returning sequence into number;
  return number;
end
$$;

-- The mail about a new booking takes the link and the digits of a sign-up mail that waits for it
-- (auth/signup/signup.py): who books without an account gets one mail, whether the address has an
-- account or not.
create or replace function app.send_received(bookings uuid[], addresses text[], words jsonb[],
  moments timestamptz[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as
$$
begin
  with joined as (
    delete from app.outbox o where o.id = any(array(
      select w.id from unnest(addresses, moments) m (address, due)
        join app.outbox w on lower(w.recipient) = lower(m.address)
        where starts_with(w.cause, 'with-booking:') and w.sent_at is null
          and w.given_up_at is null and w.attempts = 0 and w.due_at > m.due
        order by w.id for update of w skip locked))
      returning lower(o.recipient) as address,
        case when o.data ? 'code' then jsonb_build_object('account_link', o.data -> 'link',
          'account_code', o.data -> 'code') else '{}' end || '{"one_mail": true}' as said)
  insert into app.outbox (cause, kind, channel, recipient, data, due_at, planned_at)
    select 'booking-received:' || m.booking, 'booking_received', 'mail', m.address,
      m.words || coalesce((select j.said from joined j where j.address = lower(m.address) limit 1),
        '{}'), m.due, m.due
    from unnest(bookings, addresses, words, moments) m (booking, address, words, due)
    where m.due is not null
    on conflict (cause) do nothing;
end
$$;
