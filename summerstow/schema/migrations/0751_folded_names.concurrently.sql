-- The indexes of the search over folded names (0750), and those of lists in the order of names.
create index concurrently if not exists bookings_search_idx on public.bookings using gin (
  app.booking_words(id, first_name, last_name, email, phone, building_name, address)
) with (gin_pending_list_limit = 512);
create index concurrently if not exists bookings_door_search_idx on public.bookings using gin (
  app.door_words(contact_name, contact_phone, payer_email)
) with (gin_pending_list_limit = 512)
  where coalesce(contact_name, contact_phone, payer_email) is not null;
create index concurrently if not exists users_search_idx on public.users using gin (
  app.user_words(full_name, email, customer_id)
) where role = 'customer';
create index concurrently if not exists users_name_key_idx on public.users (
  (app.name_key(full_name) collate "C"), id) where role = 'customer';
create index concurrently if not exists bookings_name_key_idx on public.bookings (
  (app.name_key(first_name) collate "C"), (app.name_key(last_name) collate "C"));
drop index concurrently if exists public.bookings_words_idx;
drop index concurrently if exists public.bookings_door_words_idx;
drop index concurrently if exists public.users_words_idx;
drop index concurrently if exists public.users_name_idx;
drop index concurrently if exists public.bookings_name_idx;
