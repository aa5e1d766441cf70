-- The office's lists of some days are found and put in order in the index of those days, which has
-- the columns that they are filtered and sorted by: their rows lie on a page each, and the order of
-- all bookings leads past most of them before it comes to days of an earlier season. A list by
-- delivery option is sorted there, too: a quarter of the pages of the table.
create index concurrently if not exists bookings_pickup_days_idx
  on public.bookings (pickup_date desc nulls last, campus_id, status)
  include (created_at, id, delivery_option);
drop index concurrently if exists public.bookings_pickup_order_idx;
create index concurrently if not exists bookings_return_days_idx
  on public.bookings (return_delivery_date, return_delivery_time, id)
  include (created_at, campus_id, status) where return_delivery_date is not null;
drop index concurrently if exists public.bookings_returns_idx;
