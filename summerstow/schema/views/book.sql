-- What the mail about a new booking is given. `waits`: its place waits for its guest's word;
-- `confirmed`: the address was shown to be theirs; `sequence`: the number of its calendar entry.
create or replace function app.received_mail(made public.bookings, asked app.new_booking, has_account boolean,
  waits boolean, confirmed boolean, sequence integer) returns jsonb language plpgsql immutable as
$$
begin
  return asked.mail_data || jsonb_build_object('has_account', has_account,
      'guest', asked.guest and not has_account, 'lacks_address', 'pickup_address' = any(made.needs))
    || case when waits and asked.asking is not null then asked.asking else '{}' end
    || case when confirmed then '{}' else asked.untyped end
    || case when asked.starts_at is null then '{}'::jsonb else
      jsonb_build_object('calendar', jsonb_build_array(asked.calendar
        || jsonb_build_object('sequence', sequence)
        || case when confirmed then '{}'::jsonb else jsonb_build_object('place', asked.nowhere) end))
      end;
end
$$;

-- As in 0253, its parts by name.
create or replace function app.booking_made(made public.bookings, asked app.new_booking,
  out slot uuid, out refused text, out freed uuid[], out told boolean) language plpgsql as
$$
declare
  wants constant boolean := made.status <> 'cancelled';
  claimed record;
  known record;
  sequence integer;
  due timestamptz := asked.moment;
begin
  claimed := app.claim_place(case when wants then made.campus_id end, made.pickup_date,
    case when wants then asked.part end, asked.given_up, made.hold_id, asked.moment);
  slot := claimed.slot;
  refused := claimed.refused;
  freed := claimed.freed;
  if refused is not null then
    return;
  end if;
  if slot is not null then
    refused := app.hold_place(made, slot, asked);
    if refused is not null then
      return;
    end if;
  end if;
  if asked.times is not null then
    perform app.stand_in_line(made, asked.times, asked.windows);
  end if;
  told := true;
  -- Found by the address, never among all of the hour: a plan that is kept does not see how many
  -- those are.
  select (select count(*) filter (where created_at > now() - interval '1 hour')
        from public.bookings where lower(email) = lower(made.email)) as mails,
      made.user_id is null and exists (select from auth.users
        where lower(email) = lower(made.email) and email_confirmed_at is not null) as has_account
    into known;
  if known.mails > asked.most_mails then
    return;
  end if;
  if app.hears_elsewhere(made.user_id) then
    told := false;
    return;
  end if;
  if asked.starts_at is not null then
    sequence := app.next_entry(made.id, asked.starts_at, asked.ends_at, asked.moment);
  end if;
  if asked.an_hour is not null then
    due := app.mail_turn(made.email, asked.moment, asked.an_hour, asked.known_pace,
      asked.unknown_pace, make_interval(secs => asked.most_ahead));
  end if;
  if due is not null then
    perform app.send_received(array[made.id], array[made.email], array[app.received_mail(made, asked,
      known.has_account, slot is not null, app.address_confirmed(made), sequence)], array[due]);
  end if;
end
$$;

-- The same for a customer's. Each role has a statement of its own, whose plan is made for it.
create or replace function app.store_as_customer(who text, person uuid, one public.bookings)
  returns public.bookings language plpgsql as
$$
declare
  name text;
begin
  perform app.acts(who, person);
  name := set_config('app.created', '{' || one.id || '}', true)
    || set_config('role', 'summerstow_customer', true);
  insert into public.bookings (campus_id, first_name, last_name, guest_first_name,
      guest_last_name, email, guest_email, phone, guest_phone, residence_type, building_name,
      address, supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date,
      delivery_option, delivery_address, how_heard, additional_comments, has_flight, flight_time,
      status, user_id, hold_id, referral_code, booked_by, contact_name, contact_phone,
      payer_email, text_messages, pricing)
    values (one.campus_id, one.first_name, one.last_name, one.guest_first_name,
      one.guest_last_name, one.email, one.guest_email, one.phone, one.guest_phone,
      one.residence_type, one.building_name, one.address, one.supply_kit_delivery_date,
      one.pickup_date, one.pickup_time, one.return_delivery_date, one.delivery_option,
      one.delivery_address, one.how_heard, one.additional_comments, one.has_flight,
      one.flight_time, one.status, one.user_id, one.hold_id, one.referral_code, one.booked_by,
      one.contact_name, one.contact_phone, one.payer_email, one.text_messages, one.pricing)
    returning * into one;
  name := set_config('role', 'none', true);
  return one;
end
$$;

-- New rows of guests under the policies: they may store these and read them back. In their order.
create or replace function app.store_as_guests(who text, rows public.bookings[]) returns public.bookings[]
  language plpgsql as
$$
declare
  ids constant uuid[] := array(select b.id from unnest(rows) b);
  name text;
begin
  perform app.acts(who, null);
  name := set_config('app.created', ids::text, true) || set_config('role', 'summerstow_guest', true);
  with stored as (
    insert into public.bookings (id, campus_id, first_name, last_name, guest_first_name,
        guest_last_name, email, guest_email, phone, guest_phone, residence_type, building_name,
        address, supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date,
        delivery_option, delivery_address, how_heard, additional_comments, has_flight, flight_time,
        status, user_id, hold_id, referral_code, booked_by, contact_name, contact_phone,
        payer_email, text_messages, pricing)
      select b.id, b.campus_id, b.first_name, b.last_name, b.guest_first_name, b.guest_last_name,
        b.email, b.guest_email, b.phone, b.guest_phone, b.residence_type, b.building_name, b.address,
        b.supply_kit_delivery_date, b.pickup_date, b.pickup_time, b.return_delivery_date,
        b.delivery_option, b.delivery_address, b.how_heard, b.additional_comments, b.has_flight,
        b.flight_time, b.status, b.user_id, b.hold_id, b.referral_code, b.booked_by, b.contact_name,
        b.contact_phone, b.payer_email, b.text_messages, b.pricing
      from unnest(rows) b
      returning *)
    select array_agg(s) into rows from stored s;
  name := set_config('role', 'none', true);
  return rows;
end
$$;

-- `given`: the row, complete; `asked`: app.new_booking; `bucket` (key, cost and whole in seconds) and
-- `once` (scope, key, request_hash, roams) may be null.
create or replace function app.book(who text, person uuid, given json, asked json, bucket json, once json)
  returns setof public.bookings language plpgsql as
$$
declare
  plain constant text := 'SP003';
  said constant app.new_booking := json_populate_record(null::app.new_booking, asked);
  one public.bookings := json_populate_record(null::public.bookings, given);
  made record;
  name text;
begin
  -- The first: schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820), set_config('app.role', who, true),
    set_config('app.user_id', coalesce(person::text, ''), true),
    set_config('app.created', '{' || one.id || '}', true), set_config('lock_timeout', '10s', true);
  if bucket is not null or once is not null then
    perform app.let_in(bucket, once, said.moment);
  end if;
  if person is null then
    foreach name in array said.lock_names loop
      perform pg_advisory_xact_lock(hashtextextended(name, 5706325));
    end loop;
    one := (app.store_as_guests(who, array[one]))[1];
  else
    -- One booking of an account at a time is made, so that just one stays current.
    perform 1 from public.users where id = person for no key update;
    if app.has_booked(person, said.replaceable) then
      raise exception 'an earlier booking goes on' using errcode = plain;
    end if;
    one := app.store_as_customer(who, person, one);
  end if;
  made := app.booking_made(one, said);
  if made.refused is not null or made.freed <> '{}' or not made.told then
    raise exception 'it has more to do' using errcode = plain;
  end if;
  if made.slot is not null then
    select * into one from public.bookings where id = one.id;
  end if;
  if once is not null then
    perform app.keep_once(once, one.id);
  end if;
  return next one;
end
$$;

-- Each of these as `app.book` stores it: the number of its arguments and its row, and nothing of one
-- that has to be asked alone. What is held before is read out of each once: reading JSON six times
-- cost as much as a row.
create or replace function app.book_together(who text[], person uuid[], given json[], asked json[],
  bucket json[], once json[]) returns table (number integer, made public.bookings) language plpgsql as
$$
declare
  rows constant public.bookings[] :=
    array(select json_populate_record(null::public.bookings, g) from unnest(given) g);
  said constant app.new_booking[] :=
    array(select json_populate_record(null::app.new_booking, a) from unnest(asked) a);
  one public.bookings;
  say app.new_booking;
  campuses integer[];
  days date[];
  holds uuid[] := '{}';
  first_names text[] := '{}';
  other_names text[] := '{}';
  these integer[] := '{}';
  addresses text[] := '{}';
  people uuid[] := '{}';
  their_who text[];
  their_person uuid[];
  their_rows public.bookings[];
  their_said app.new_booking[];
  their_bucket json[];
  their_once json[];
  done public.bookings[];
  limits boolean := false;
  accounts boolean := false;
  name text;
begin
  for i in 1 .. cardinality(rows) loop
    limits := limits or bucket[i] is not null;
    accounts := accounts or person[i] is not null;
    one := rows[i];
    say := said[i];
    campuses[i] := one.campus_id;
    days[i] := one.pickup_date;
    if one.hold_id is not null then
      holds := holds || one.hold_id;
    end if;
    first_names := first_names || say.lock_names[:1];
    other_names := other_names || say.lock_names[2:];
    if lower(one.email) <> all (addresses) and (person[i] = any(people)) is not true then
      addresses := addresses || lower(one.email);
      people := people || person[i];
      these := these || i;
      their_who := their_who || who[i];
      their_person := their_person || person[i];
      their_rows := their_rows || one;
      their_said := their_said || say;
      their_bucket := their_bucket || bucket[i];
      their_once := their_once || once[i];
    end if;
  end loop;
  -- What several of them or others may want is held before any of it is used, kind by kind in the
  -- order in which `app.book` comes to it, and each kind in one order for everybody, so that none
  -- deadlock. Who waits long for somebody else is better asked alone.
  perform pg_advisory_xact_lock_shared(7305824820), set_config('lock_timeout', '500ms', true);
  if limits then
    perform 1 from auth.request_limits where key in (select b ->> 'key' from unnest(bucket) b)
      order by key for no key update;
  end if;
  for turn in 1 .. 2 loop
    foreach name in array array(select distinct n
        from unnest(case turn when 1 then first_names else other_names end) n order by n) loop
      perform pg_advisory_xact_lock(hashtextextended(name, 5706325));
    end loop;
  end loop;
  if accounts then
    perform 1 from public.users where id = any(person) order by id for no key update;
  end if;
  if holds <> '{}' then
    perform 1 from app.slot_holds where id = any(holds) order by id for update;
  end if;
  perform 1 from public.slot_availability where (campus_id, date) in (
      select d.campus, d.day from unnest(campuses, days) d (campus, day))
    order by id for no key update;
  perform app.take_day(d.campus, d.day) from (
    select distinct l.campus, l.day from unnest(campuses, days) l (campus, day)
      where l.day is not null order by 1, 2) d;
  if cardinality(these) > 1 then
    begin
      done := app.book_many(their_who, their_person, their_rows, their_said, their_bucket,
        their_once);
    exception when others then
      -- Nothing of them is kept.
      these := '{}';
    end;
  else
    these := '{}';
  end if;
  for i in 1 .. cardinality(rows) loop
    number := i;
    if i = any(these) then
      made := done[array_position(these, i)];
      if made.id is not null then
        return next;
      end if;
      continue;
    end if;
    begin
      made := app.book(who[i], person[i], given[i], asked[i], bucket[i], once[i]);
      return next;
    exception when others then
      -- Nothing of it is kept; the others are not to blame.
      null;
    end;
  end loop;
end
$$;
