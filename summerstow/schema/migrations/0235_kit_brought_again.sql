-- A kit that could not be delivered and gets another day is in our hands, packed: without this the
-- new day's list says that its delivery failed before anybody drove there.
create function app.kit_is_brought_again() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  -- The day's stop follows the kit by its own trigger, which takes the day first.
  update public.kit_deliveries set state = 'packed' where booking_id = new.id and state = 'failed';
  return null;
end
$$;
create trigger bookings_kit_again after update of supply_kit_delivery_date on public.bookings
  for each row
  when (old.supply_kit_delivery_date is distinct from new.supply_kit_delivery_date
    and new.supply_kit_delivery_date is not null)
  execute function app.kit_is_brought_again();
