-- The bookings of an account, newest first, with their ids: whoever goes on from these to invoices
-- reads no booking.
create index concurrently if not exists bookings_of_user_idx
  on public.bookings (user_id, created_at desc) include (id) where user_id is not null;
drop index concurrently if exists public.bookings_user_idx;
