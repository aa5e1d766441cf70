-- What follows from a new booking is one call, and for a visitor the whole booking is: each trip
-- costs as much as what it carries. The parts are functions that other changes call as well.

-- One place of a slot, after forms that took too long gave theirs back.
create function app.take_place(slot uuid, moment timestamptz) returns boolean language plpgsql as
$$
declare
  gone integer;
begin
  update public.slot_availability set available_slots = available_slots - 1
    where id = slot and available_slots > 0;
  if found then
    return true;
  end if;
  delete from app.slot_holds where slot_id = slot and expires_at < moment;
  get diagnostics gone = row_count;
  if gone = 0 then
    return false;
  end if;
  update public.slot_availability
    set available_slots = least(capacity, available_slots + gone) - 1
    where id = slot and least(capacity, available_slots + gone) > 0;
  return found;
end
$$;

-- A place in the slot that limits a window: its own, else one of the whole day, else none. A place
-- that is given up, or that the hold keeps, stays in that very slot; all others are in `freed`, for
-- the caller to give back. `refused`: the day is `closed`, or the slot `full`.
create function app.claim_place(campus integer, day date, part text, given_up uuid[], hold uuid,
  moment timestamptz, out slot uuid, out refused text, out freed uuid[]) language plpgsql as
$$
declare
  kept uuid;
  place integer;
  taken boolean;
begin
  freed := given_up;
  if part is not null then
    select id into slot from public.slot_availability
      where campus_id = campus and date = day and (time_of_day = part or time_of_day is null)
      order by time_of_day nulls last limit 1;
  end if;
  if hold is not null then
    delete from app.slot_holds where id = hold returning slot_id into kept;
    if found then
      freed := freed || kept;
    end if;
  end if;
  place := array_position(freed, slot);
  if place is not null and slot is not null then
    freed := freed[:place - 1] || freed[place + 1:];
    return;
  end if;
  if slot is not null then
    if freed <> '{}' then
      -- In one order for everybody, so that none deadlock.
      perform 1 from public.slot_availability where id = slot or id = any(freed)
        order by id for no key update;
    end if;
    taken := app.take_place(slot, moment);
  end if;
  -- Asked once the slot is held: whoever closes the day waits for it.
  if exists (select from app.closed_days c where c.campus_id = campus and c.date = day) then
    refused := 'closed';
  elsif not taken then
    refused := 'full';
  end if;
end
$$;

-- When a mail to an address may go, from a moment on; null: never, as too many wait for it. One more
-- may go an hour after the one that is so many places before it, and so on. `known` and `unknown`:
-- mails an hour and a day; `an_hour`: those of the whole product.
create function app.mail_turn(address text, moment timestamptz, an_hour integer, known integer[],
  unknown integer[], most_ahead interval) returns timestamptz language plpgsql as
$$
declare
  is_known constant boolean := app.reads_mail(address);
  pace constant integer[] := case when is_known then known else unknown end;
  turn timestamptz;
begin
  turn := greatest(moment,
    (select planned_at + interval '1 hour' from app.outbox
      where lower(recipient) = lower(address) and channel = 'mail'
      order by planned_at desc offset pace[1] - 1 limit 1),
    (select planned_at + interval '1 day' from app.outbox
      where lower(recipient) = lower(address) and channel = 'mail'
      order by planned_at desc offset pace[2] - 1 limit 1),
    (select planned_at + interval '1 hour' from app.outbox where channel = 'mail'
      order by planned_at desc offset an_hour - 1 limit 1));
  return case when is_known or turn <= moment + most_ahead then turn end;
end
$$;

-- A pickup's entry in its customer's calendar, told once more: its number.
create function app.next_entry(booking uuid, begins timestamptz, ends timestamptz,
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

-- What Python knows of a new booking (bookings/making.py says what each is).
create type app.new_booking as (
  moment timestamptz,
  part text,
  given_up uuid[],
  confirm_by timestamptz,
  remind_at timestamptz,
  address text,
  token_hash text,
  most_of_email integer,
  most_of_address integer,
  times text[],
  windows integer[],
  most_mails integer,
  guest boolean,
  mail_data jsonb,
  asking jsonb,
  untyped jsonb,
  starts_at timestamptz,
  ends_at timestamptz,
  calendar jsonb,
  nowhere text,
  an_hour integer,
  known_pace integer[],
  unknown_pace integer[],
  most_ahead double precision,
  replaceable text[],
  lock_names text[]
);

-- A booking was stored: its place in window and line, and its mail. `slot`: whose place it holds;
-- `refused`: why it cannot stand, and then nothing may be kept; `freed`: slots of which a place is
-- to be given back; `told`: false where its customer has to be told on devices and by text as well.
create function app.booking_made(made public.bookings, asked app.new_booking,
  out slot uuid, out refused text, out freed uuid[], out told boolean) language plpgsql as
$$
declare
  wants constant boolean := made.status <> 'cancelled';
  waiting record;
  has_account boolean;
  confirmed boolean;
  said jsonb;
  due timestamptz := asked.moment;
begin
  select c.slot, c.refused, c.freed into slot, refused, freed
    from app.claim_place(case when wants then made.campus_id end, made.pickup_date,
      case when wants then asked.part end, asked.given_up, made.hold_id, asked.moment) c;
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
    perform app.join_line(made.id, asked.times, asked.windows);
  end if;
  told := true;
  if (select count(*) from public.bookings where lower(email) = lower(made.email)
      and created_at > now() - interval '1 hour') > asked.most_mails then
    return;
  end if;
  if made.user_id is not null and (
      exists (select from public.push_subscriptions where user_id = made.user_id)
      or exists (select from app.confirmed_phones where user_id = made.user_id)) then
    told := false;
    return;
  end if;
  confirmed := app.address_confirmed(made);
  has_account := made.user_id is null and exists (select from auth.users
    where lower(email) = lower(made.email) and email_confirmed_at is not null);
  said := asked.mail_data || jsonb_build_object('has_account', has_account,
    'guest', asked.guest and not has_account, 'lacks_address', 'pickup_address' = any(made.needs));
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
