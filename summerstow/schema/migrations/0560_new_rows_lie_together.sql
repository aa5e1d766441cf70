-- New bookings, and what is logged of them, are put on pages of their own. A page filled to the end
-- leaves a hole that a short row fits into: with a million bookings each of 3,000 new ones changed
-- another page, which the log then holds whole, and who reads them reads as many.
alter table public.bookings set (fillfactor = 90);
alter table public.audit_log set (fillfactor = 95);
