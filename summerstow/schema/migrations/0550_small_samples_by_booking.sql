-- The log's two indexes by booking hold expressions: without figures of their own (migration 0360)
-- they had ANALYZE hold 30,000 of its rows again, 44 MB of the server.
alter index public.audit_log_after_booking_idx alter column 1 set statistics 10;
alter index public.audit_log_before_booking_idx alter column 1 set statistics 10;
