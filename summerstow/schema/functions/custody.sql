-- The next number of its booking, and its booking's account.
create or replace function app.set_item() returns trigger language plpgsql set search_path = '' as
$$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    return new;
  end if;
  select b.user_id into new.user_id from public.bookings b where b.id = new.booking_id;
  if new.number is null then
    select coalesce(max(i.number), 0) + 1 into new.number
      from public.items i where i.booking_id = new.booking_id;
  end if;
  return new;
end
$$;
