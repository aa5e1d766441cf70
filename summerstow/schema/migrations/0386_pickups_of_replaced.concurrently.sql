-- Bookings that a later one replaced and that were not cancelled: hardly any, and their pickups count.
create index concurrently if not exists bookings_replaced_idx on public.bookings (pickup_date)
  where superseded_by is not null and status <> 'cancelled';
