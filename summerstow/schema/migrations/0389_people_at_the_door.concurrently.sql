-- The people of migration 0388, for the one search.
create index concurrently if not exists bookings_door_words_idx on public.bookings using gin (
  app.door_words(contact_name, contact_phone, payer_email)
) with (gin_pending_list_limit = 512)
  where coalesce(contact_name, contact_phone, payer_email) is not null;
