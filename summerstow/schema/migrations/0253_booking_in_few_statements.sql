-- A booking is fewer statements: what it asks of other tables it asks at once, and what asks none
-- is an assignment, which PL/pgSQL carries out without a statement.

-- A booking was stored: its place in window and line, and its mail. `slot`: whose place it holds;
-- `refused`: why it cannot stand, and then nothing may be kept; `freed`: slots of which a place is
-- to be given back; `told`: false where its customer has to be told on devices and by text as well.
create or replace function app.booking_made(made public.bookings, asked app.new_booking,
  out slot uuid, out refused text, out freed uuid[], out told boolean) language plpgsql as
$$
declare
  wants constant boolean := made.status <> 'cancelled';
  claimed record;
  waiting record;
  known record;
  confirmed boolean;
  said jsonb;
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
    update public.bookings b
      set slot_id = slot, confirm_by = coalesce(asked.confirm_by, b.confirm_by)
      where b.id = made.id;
  end if;
  if slot is not null and asked.confirm_by is not null then
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
        return;
      end if;
    end if;
    insert into app.guest_links (token_hash, booking_id)
      values (decode(asked.token_hash, 'hex'), made.id);
  end if;
  if asked.times is not null then
    perform app.stand_in_line(made, asked.times, asked.windows);
  end if;
  told := true;
  -- Found by the address, never among all of the hour: a plan that is kept does not see how many
  -- those are.
  select (select count(*) filter (where created_at > now() - interval '1 hour')
        from public.bookings where lower(email) = lower(made.email)) as mails,
      made.user_id is not null and (
        exists (select from public.push_subscriptions where user_id = made.user_id)
        or exists (select from app.confirmed_phones where user_id = made.user_id)) as elsewhere,
      made.user_id is null and exists (select from auth.users
        where lower(email) = lower(made.email) and email_confirmed_at is not null) as has_account
    into known;
  if known.mails > asked.most_mails then
    return;
  end if;
  if known.elsewhere then
    told := false;
    return;
  end if;
  confirmed := app.address_confirmed(made);
  said := asked.mail_data || jsonb_build_object('has_account', known.has_account,
    'guest', asked.guest and not known.has_account, 'lacks_address', 'pickup_address' = any(made.needs));
  if slot is not null and asked.asking is not null then
    said := said || asked.asking;
  end if;
  if not confirmed then
    said := said || asked.untyped;
  end if;
  if asked.starts_at is not null then
    said := said || jsonb_build_object('calendar', jsonb_build_array(asked.calendar
      || jsonb_build_object('sequence',
        app.next_entry(made.id, asked.starts_at, asked.ends_at, asked.moment))
      || case when confirmed then '{}'::jsonb else jsonb_build_object('place', asked.nowhere) end));
  end if;
  if asked.an_hour is not null then
    due := app.mail_turn(made.email, asked.moment, asked.an_hour, asked.known_pace,
      asked.unknown_pace, make_interval(secs => asked.most_ahead));
  end if;
  if due is not null then
    insert into app.outbox (cause, kind, channel, recipient, data, due_at, planned_at)
      values ('booking-received:' || made.id, 'booking_received', 'mail', made.email, said, due, due)
      on conflict (cause) do nothing;
  end if;
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
  if bucket is not null and not app.take_request(bucket ->> 'key', said.moment,
      make_interval(secs => (bucket ->> 'cost')::double precision),
      make_interval(secs => (bucket ->> 'whole')::double precision)) then
    raise exception 'the request limit is reached' using errcode = plain;
  end if;
  if once is not null and not app.is_first(once ->> 'scope', once ->> 'key', once ->> 'request_hash',
      (once ->> 'roams')::boolean) then
    raise exception 'it was asked before' using errcode = plain;
  end if;
  if person is null then
    foreach name in array said.lock_names loop
      perform pg_advisory_xact_lock(hashtextextended(name, 5706325));
    end loop;
    -- Under the policies: who asks may store this row and read it back. Each role has a statement of
    -- its own, whose plan is made for it.
    perform set_config('role', 'summerstow_guest', true);
    insert into public.bookings (id, campus_id, first_name, last_name, guest_first_name,
        guest_last_name, email, guest_email, phone, guest_phone, residence_type, building_name,
        address, supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date,
        delivery_option, delivery_address, how_heard, additional_comments, has_flight, flight_time,
        status, user_id, hold_id, referral_code, booked_by, contact_name, contact_phone,
        payer_email, text_messages, pricing)
      values (one.id, one.campus_id, one.first_name, one.last_name, one.guest_first_name,
        one.guest_last_name, one.email, one.guest_email, one.phone, one.guest_phone,
        one.residence_type, one.building_name, one.address, one.supply_kit_delivery_date,
        one.pickup_date, one.pickup_time, one.return_delivery_date, one.delivery_option,
        one.delivery_address, one.how_heard, one.additional_comments, one.has_flight,
        one.flight_time, one.status, one.user_id, one.hold_id, one.referral_code, one.booked_by,
        one.contact_name, one.contact_phone, one.payer_email, one.text_messages, one.pricing)
      returning * into one;
  else
    -- One booking of an account at a time is made, so that just one stays current.
    perform 1 from public.users where id = person for no key update;
    if exists (select from public.bookings b
        where b.user_id = person and b.status = any(said.replaceable))
      or exists (select from app.plan_members m where m.user_id = person and m.left_at is null) then
      raise exception 'an earlier booking goes on' using errcode = plain;
    end if;
    perform set_config('role', 'summerstow_customer', true);
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
  end if;
  -- An assignment is no statement of its own.
  name := set_config('role', 'none', true);
  made := app.booking_made(one, said);
  if made.refused is not null or made.freed <> '{}' or not made.told then
    raise exception 'it has more to do' using errcode = plain;
  end if;
  if made.slot is not null then
    select * into one from public.bookings where id = one.id;
  end if;
  if once is not null then
    update app.idempotency
      set result = jsonb_build_array(jsonb_build_object('id', one.id))
      where scope = once ->> 'scope' and key = once ->> 'key';
  end if;
  return next one;
end
$$;

create or replace function app.agree_prices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  list constant date := app.price_list_on(
    (coalesce(new.created_at, now()) at time zone 'UTC' - interval '7 hours')::date);
begin
  if list is not null then
    insert into app.booking_prices (booking_id, valid_from) values (new.id, list);
  end if;
  return null;
end
$$;

-- The row is turned into JSON once.
create or replace function app.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['needs', 'place'] end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['needs', 'place'] end;
  changed constant text := coalesce(is_now ->> 'id', was ->> 'id');
  reason text := nullif(current_setting('app.reason', true), '');
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value)
      into was, is_now
      from jsonb_each(was) o join jsonb_each(is_now) n using (key)
      where o.value is distinct from n.value and key <> 'updated_at';
    if was is null then
      return null;
    end if;
    -- Among the values, so that erasing a person blacks it out like them.
    if reason is not null then
      is_now := is_now || jsonb_build_object('reason', reason);
    end if;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name, changed, was, is_now
  );
  return null;
end
$$;
