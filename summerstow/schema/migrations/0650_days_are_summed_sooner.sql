-- The crew's days are summed from the day after next on, a week later before: an overview counts
-- those that are not from the pickups and their bookings, each on a page of its own.
create or replace function app.count_pickup_again() returns trigger language plpgsql
  security definer set search_path = '' as
$$
declare
  -- A day is written down a day after all its changes are noted, so that no transaction is between.
  today constant date := (now() at time zone 'UTC')::date;
begin
  insert into app.changed_bookings (booking_id)
    select distinct booking_id
    from (values (old.booking_id, old.items_counted), (new.booking_id, new.items_counted))
      one (booking_id, items)
    where booking_id is not null and items is not null;
  insert into app.changed_crew_days (day)
    select distinct day from (values (old.pickup_date), (new.pickup_date)) one (day)
    where day < today;
  return null;
end
$$;
