-- How many are booked, due and missed on each day, without reading the bookings themselves.
create index concurrently if not exists bookings_pickup_status_idx
  on public.bookings (pickup_date, campus_id, status);
drop index concurrently if exists public.bookings_pickup_idx;
