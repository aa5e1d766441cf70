-- What the log says of a booking's invoices, items and pickups: found by the booking, for everything
-- that is known of a person.
create index concurrently if not exists audit_log_after_booking_idx
  on public.audit_log ((after ->> 'booking_id')) where (after ->> 'booking_id') is not null;
create index concurrently if not exists audit_log_before_booking_idx
  on public.audit_log ((before ->> 'booking_id')) where (before ->> 'booking_id') is not null;
