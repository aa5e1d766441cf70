-- The parts of a booking by name, so that one alone and many together (0351) are made of the same.

-- Whether somebody's request may be carried out now: its limit and its Idempotency-Key. Raises SP003.
create function app.let_in(bucket json, once json, moment timestamptz) returns void
  language plpgsql as
$$
begin
  if bucket is not null and not app.take_request(bucket ->> 'key', moment,
      make_interval(secs => (bucket ->> 'cost')::double precision),
      make_interval(secs => (bucket ->> 'whole')::double precision)) then
    raise exception 'the request limit is reached' using errcode = 'SP003';
  end if;
  if once is not null and not app.is_first(once ->> 'scope', once ->> 'key', once ->> 'request_hash',
      (once ->> 'roams')::boolean) then
    raise exception 'it was asked before' using errcode = 'SP003';
  end if;
end
$$;

-- Its booking is what a key stands for from now on.
create function app.keep_once(once json, booking uuid) returns void language plpgsql as
$$
begin
  update app.idempotency
    set result = jsonb_build_array(jsonb_build_object('id', booking))
    where scope = once ->> 'scope' and key = once ->> 'key';
end
$$;

-- A booking has its place in a window, and waits for its guest's word where it has to. Answers why it
-- cannot stand, and then nothing may be kept.
create function app.hold_place(made public.bookings, slot uuid, asked app.new_booking) returns text
  language plpgsql as
$$
declare
  waiting record;
  refused text;
begin
  update public.bookings b
    set slot_id = slot, confirm_by = coalesce(asked.confirm_by, b.confirm_by)
    where b.id = made.id;
  if asked.confirm_by is null then
    return null;
  end if;
  insert into app.unconfirmed_bookings (booking_id, address, remind_at)
    values (made.id, asked.address, asked.remind_at);
  if asked.address is not null then
    select count(*) filter (where w.address = asked.address) as of_address,
        count(*) filter (where w.address = asked.address and b.slot_id = slot) as of_window,
        count(*) filter (where lower(b.guest_email) = lower(made.email)) as of_email,
        (select capacity from public.slot_availability where id = slot) as capacity
      into waiting
      from public.bookings b join app.unconfirmed_bookings w on w.booking_id = b.id
      where b.confirm_by is not null
        and (w.address = asked.address or lower(b.guest_email) = lower(made.email));
    refused := case when waiting.of_email > asked.most_of_email then 'email'
      when waiting.of_address > asked.most_of_address then 'address'
      when waiting.of_window > greatest(1, waiting.capacity / 2) then 'window' end;
    if refused is not null then
      return refused;
    end if;
  end if;
  insert into app.guest_links (token_hash, booking_id)
    values (decode(asked.token_hash, 'hex'), made.id);
  return null;
end
$$;

-- What the mail about a new booking is given. `waits`: its place waits for its guest's word;
-- `confirmed`: the address was shown to be theirs; `sequence`: the number of its calendar entry.
create function app.received_mail(made public.bookings, asked app.new_booking, has_account boolean,
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

-- The mails about new bookings, where each has a moment to go.
create function app.send_received(bookings uuid[], addresses text[], words jsonb[], moments timestamptz[])
  returns void language plpgsql set plan_cache_mode = force_generic_plan as
$$
begin
  insert into app.outbox (cause, kind, channel, recipient, data, due_at, planned_at)
    select 'booking-received:' || m.booking, 'booking_received', 'mail', m.address, m.words, m.due,
      m.due
    from unnest(bookings, addresses, words, moments) m (booking, address, words, due)
    where m.due is not null
    on conflict (cause) do nothing;
end
$$;

-- Whether a person is told by more than mail.
create function app.hears_elsewhere(person uuid) returns boolean language plpgsql stable as
$$
begin
  return person is not null and (
    exists (select from public.push_subscriptions where user_id = person)
    or exists (select from app.confirmed_phones where user_id = person));
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

-- Who does what follows, for the log and the policies.
create function app.acts(who text, person uuid) returns void language plpgsql as
$$
declare
  -- An assignment is no statement of its own.
  said constant text := set_config('app.role', who, true)
    || set_config('app.user_id', coalesce(person::text, ''), true);
begin
end
$$;

-- New rows of guests under the policies: they may store these and read them back. In their order.
create function app.store_as_guests(who text, rows public.bookings[]) returns public.bookings[]
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

-- The same for a customer's. Each role has a statement of its own, whose plan is made for it.
create function app.store_as_customer(who text, person uuid, one public.bookings)
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

-- Whether a person has a booking already, of which just one may be current.
create function app.has_booked(person uuid, replaceable text[]) returns boolean language plpgsql as
$$
begin
  return exists (select from public.bookings b
      where b.user_id = person and b.status = any(replaceable))
    or exists (select from app.plan_members m where m.user_id = person and m.left_at is null);
end
$$;

-- Where a booking comes in its day's line, by the beginning of its window.
create function app.place_wanted(mine public.bookings, times text[], windows integer[]) returns text
  language plpgsql immutable as
$$
begin
  return app.place_by_rank(mine, app.starts_at(
    times[array_position(windows, windows[array_position(times, mine.pickup_time)])]));
end
$$;

create or replace function app.stand_in_line(mine public.bookings, times text[], windows integer[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  run uuid;
  at text := app.place_wanted(mine, times, windows);
  next text;
  begun text;
  typed boolean;
begin
  perform app.take_day(mine.campus_id, mine.pickup_date);
  select r.id,
      (select place from public.pickup_queue where run_id = r.id and place > at
        order by place limit 1),
      (select place from public.run_stops where run_id = r.id and state <> 'waiting'
        order by place desc limit 1),
      exists (select from public.pickup_queue where run_id = r.id and place > at
        and queue_position is not null)
    into run, next, begun, typed
    from public.runs r
    where r.campus_id = mine.campus_id and r.date = mine.pickup_date and r.is_default;
  if run is null then
    run := app.run_of_day(mine.campus_id, mine.pickup_date);
  elsif begun > at collate "C" then
    at := app.place_to_come(run, at, next);
  end if;
  if typed then
    perform app.shift_typed(run, at, 1);
  end if;
  insert into public.pickup_queue (user_id, booking_id, campus_id, pickup_date, run_id, place)
    values (mine.user_id, mine.id, mine.campus_id, mine.pickup_date, run, at);
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
