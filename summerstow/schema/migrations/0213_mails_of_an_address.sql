-- Bookings of an address within the hour are found by the address, never among all of the hour: a
-- plan that is kept does not see how many those are.
create or replace function app.booking_made(made public.bookings, asked app.new_booking,
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
  if (select count(*) filter (where created_at > now() - interval '1 hour')
      from public.bookings where lower(email) = lower(made.email)) > asked.most_mails then
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

-- Whoever reads an address's mail, whichever way its account signs in.
create index users_confirmed_email_idx on auth.users (lower(email))
  where email_confirmed_at is not null;
