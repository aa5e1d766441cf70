-- The orders of the office's lists of bookings, so that a page of a million is read and not all of
-- them. A booking has one status among few when it is made, so that its entry lands beside the last.
create index concurrently if not exists bookings_name_idx
  on public.bookings (first_name, last_name);
create index concurrently if not exists bookings_address_idx on public.bookings (email);
create index concurrently if not exists bookings_status_idx on public.bookings (status, id);
create index concurrently if not exists bookings_returns_idx
  on public.bookings (return_delivery_date, return_delivery_time, id)
  where return_delivery_date is not null;
drop index concurrently if exists public.bookings_return_idx;
