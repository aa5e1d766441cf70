-- A visitor's whole booking in one trip. Whatever is not plain (a refusal of any kind, an earlier
-- booking to replace, a device to tell) is left to the steps in Python: SP003, and nothing is kept.

-- From a bucket (auth.request_limits), as much as `cost`; false where that much is not there.
create function app.take_request(bucket text, moment timestamptz, cost interval, whole interval)
  returns boolean language plpgsql as
$$
begin
  insert into auth.request_limits as b (key, full_at) values (bucket, moment + cost)
    on conflict (key) do update set full_at = greatest(b.full_at, moment) + cost
    where greatest(b.full_at, moment) + cost <= moment + whole;
  return found;
end
$$;

-- Whether a request with an Idempotency-Key is the first; it is remembered then. A simultaneous
-- twin waits here. One that `roams` has a key that nobody else can have, whatever its address.
create function app.is_first(whose text, asked_key text, hash text, roams boolean) returns boolean
  language plpgsql as
$$
begin
  if roams and exists (select from app.idempotency
      where key = asked_key and request_hash = hash and starts_with(scope, 'anon ')) then
    return false;
  end if;
  insert into app.idempotency (scope, key, request_hash) select whose, asked_key, hash
    where not exists (select from app.idempotency_refusals
      where (scope, key, request_hash) = (whose, asked_key, hash))
    on conflict do nothing;
  return found;
end
$$;

-- Nobody but guests may name an id: others take the one that the server has made for them.
alter table public.bookings
  alter id set default coalesce((app.created_ids())[1], gen_random_uuid());

-- `given`: the row, complete; `asked`: app.new_booking; `bucket` (key, cost and whole in seconds) and
-- `once` (scope, key, request_hash, roams) may be null.
create function app.book(who text, person uuid, given json, asked json, bucket json, once json)
  returns setof public.bookings language plpgsql as
$$
declare
  plain constant text := 'SP003';
  said constant app.new_booking := json_populate_record(null::app.new_booking, asked);
  one public.bookings := json_populate_record(null::public.bookings, given);
  made record;
  name text;
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820);
  perform set_config('app.role', who, true), set_config('app.user_id', coalesce(person::text, ''), true),
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
  perform set_config('role', 'none', true);
  select * into made from app.booking_made(one, said);
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
