-- Bookings with the same phone may have been made twice.
create index concurrently if not exists bookings_phone_idx on public.bookings (phone)
  where phone is not null;
