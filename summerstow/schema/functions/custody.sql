-- The next number of its person, and that person's account.
create or replace function app.set_item() returns trigger language plpgsql set search_path = '' as
$$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    return new;
  end if;
  if new.member_id is null then
    select b.user_id into new.user_id from public.bookings b where b.id = new.booking_id;
  else
    select m.user_id into new.user_id from app.plan_members m where m.id = new.member_id;
  end if;
  if new.number is null then
    select coalesce(max(i.number), 0) + 1 into new.number
      from public.items i where i.booking_id = new.booking_id
        and i.member_id is not distinct from new.member_id;
  end if;
  return new;
end
$$;
