-- A booking has its place in a window, and waits for its guest's word where it has to. Answers why it
-- cannot stand, and then nothing may be kept.
create or replace function app.hold_place(made public.bookings, slot uuid, asked app.new_booking) returns text
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
