-- Who looked at a customer: reads name the customer or booking that they ask for (kit/read_log.py).
-- By booking, audit_log_after_booking_idx finds them.
create index concurrently if not exists audit_log_read_user_idx
  on public.audit_log ((after ->> 'user_id'))
  where action = 'read' and (after ->> 'user_id') is not null;
