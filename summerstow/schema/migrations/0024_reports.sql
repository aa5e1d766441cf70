-- The overview of a season reads days of bookings, cancellations and sign-ups.

create index bookings_cancelled_idx on public.bookings ((coalesce(cancelled_at, updated_at)))
  where status = 'cancelled';
create index users_created_idx on public.users (created_at) where role = 'customer';
create index pickups_booking_idx on public.pickups (booking_id) where items_counted is not null;
