-- What the office's lists look for among millions, in the order in which they show it.
create index concurrently if not exists audit_log_role_idx on public.audit_log (actor_role, id);
create index concurrently if not exists bookings_return_idx
  on public.bookings (return_delivery_date) where return_delivery_date is not null;
-- Rows without a day come last both ways.
create index concurrently if not exists bookings_pickup_order_idx
  on public.bookings (pickup_date desc nulls last, campus_id, status);
drop index concurrently if exists public.bookings_pickup_status_idx;
