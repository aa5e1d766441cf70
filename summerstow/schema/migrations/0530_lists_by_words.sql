-- Lists are filtered by the words of the one search (migration 0110): /rest/v1 serves what its
-- indexes find as `words`. A row's words take as long to make as a hundred rows to read.
comment on index public.bookings_words_idx is 'asked as words app.booking_words({0}.id, {0}.first_name, {0}.last_name, {0}.email, {0}.phone, {0}.building_name, {0}.address)';
comment on index public.users_words_idx is 'asked as words app.user_words({0}.full_name, {0}.email, {0}.customer_id)';
alter function app.booking_words(uuid, text, text, text, text, text, text) cost 5000;
alter function app.user_words(text, text, text) cost 5000;
