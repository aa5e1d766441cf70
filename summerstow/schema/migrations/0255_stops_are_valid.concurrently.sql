-- Rows from before met the same conditions one by one.
alter table public.run_stops validate constraint run_stops_is_stop;
