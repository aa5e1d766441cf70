-- An item whose words may mean something that we do not store is accepted and shown to staff.
alter table public.booking_items add column to_check text;
