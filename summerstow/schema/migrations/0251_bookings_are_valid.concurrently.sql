-- Rows from before met the same conditions one by one.
alter table public.bookings validate constraint bookings_is_booking;
