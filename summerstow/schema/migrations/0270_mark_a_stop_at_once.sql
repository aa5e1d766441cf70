-- A tap on On Way or Complete in one trip. Whatever is not plain (a history that has to be read, a
-- count to be billed, a friend's credit, a refusal of any kind) is left to the steps in Python:
-- SP003, and nothing is kept.

-- What was tapped. `stop` is the place in line; `device_at` and `offset_ms` are null for what is
-- recorded as it happens, and `happened_at` is then the server's now.
create type app.tapped as (
  event uuid,
  stop uuid,
  pickup uuid,
  goes_to text,
  seen text,
  day date,
  happened_at timestamptz,
  received_at timestamptz,
  device_at timestamptz,
  offset_ms bigint
);

-- `once` (scope, key, request_hash, roams) may be null; `answer` is what a repeat is answered with.
create function app.mark_stop(who text, person uuid, given json, once json, answer json)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  plain constant text := 'SP003';
  tap constant app.tapped := json_populate_record(null::app.tapped, given);
  spot public.pickup_queue;
  one public.pickups;
  booking public.bookings;
  left_at public.custody_events;
  at timestamptz := tap.happened_at;
  done constant boolean := tap.goes_to = 'completed';
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820);
  perform set_config('app.role', who, true),
    set_config('app.user_id', coalesce(person::text, ''), true);
  if once is not null and not app.is_first(once ->> 'scope', once ->> 'key', once ->> 'request_hash',
      (once ->> 'roams')::boolean) then
    raise exception 'it was asked before' using errcode = plain;
  end if;
  select * into spot from public.pickup_queue where id = tap.stop;
  if spot.booking_id is null then
    raise exception 'no booking stands there' using errcode = plain;
  end if;
  -- The record, then its booking, then the day: everybody takes them in this order.
  if spot.user_id is null then
    select * into one from public.pickups where user_id is null
      and (booking_id, pickup_date) = (spot.booking_id, spot.pickup_date) for no key update;
  else
    select * into one from public.pickups
      where (user_id, pickup_date) = (spot.user_id, spot.pickup_date) for no key update;
  end if;
  if not found then
    insert into public.pickups (user_id, booking_id, pickup_date)
      values (spot.user_id, spot.booking_id, spot.pickup_date) returning * into one;
  elsif one.status <> 'scheduled' or exists (
      select from public.custody_events where pickup_id = one.id) then
    select * into left_at from public.custody_events where pickup_id = one.id and kind = 'on_way'
      and applies and (items_counted, note, decides) is not distinct from (null, null, null);
    if not done or one.status <> 'in_progress' or left_at.id is null
      or (select count(*) from public.custody_events where pickup_id = one.id) > 1 then
      raise exception 'its history has to be read' using errcode = plain;
    end if;
  end if;
  select * into booking from public.bookings where id = spot.booking_id for no key update;
  if one.booking_id is distinct from spot.booking_id or one.id <> tap.pickup
    or one.pickup_time is not null or one.items_counted is not null
    or booking.pickup_date is distinct from one.pickup_date
    or booking.status not in ('pending', 'confirmed', 'in_queue')
    or booking.delivery_option = 'different_city'
    or done and booking.referral_code is not null
    or tap.device_at is null and tap.seen not in (one.status, tap.goes_to) then
    raise exception 'more follows from it' using errcode = plain;
  end if;
  if left_at.at >= at then
    if tap.device_at is not null then
      raise exception 'its history has to be read' using errcode = plain;
    end if;
    at := left_at.at + interval '1 microsecond';
  end if;
  insert into public.custody_events (id, kind, pickup_id, booking_id, stop_id, day, seen, device_at,
      clock_offset_ms, at, received_at, actor_id, actor_role)
    values (tap.event, case when done then 'completed' else 'on_way' end, one.id, one.booking_id,
      case when tap.device_at is not null then tap.stop end, coalesce(tap.day, one.pickup_date),
      case when tap.device_at is null then one.status else tap.seen end, tap.device_at,
      coalesce(tap.offset_ms, 0), at, tap.received_at, person, who);
  update public.pickups set status = tap.goes_to,
      started_at = coalesce(left_at.at, at),
      started_received_at = coalesce(left_at.received_at, tap.received_at),
      completed_at = case when done then at end,
      completed_received_at = case when done then tap.received_at end
    where id = one.id;
  update public.bookings set status = case when done then 'picked_up' else 'in_queue' end
    where id = booking.id and (done or status <> 'in_queue');
  if done then
    perform app.finish_in_line(spot.user_id, spot.booking_id, booking.campus_id, spot.pickup_date);
  else
    update public.pickup_queue set pickup_id = one.id
      where id = spot.id and pickup_id is distinct from one.id;
  end if;
  if once is not null then
    update app.idempotency set result = answer::jsonb
      where scope = once ->> 'scope' and key = once ->> 'key';
  end if;
end
$$;
