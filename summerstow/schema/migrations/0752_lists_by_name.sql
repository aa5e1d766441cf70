-- Lists are found by the words of 0750 and sorted by its names: /rest/v1 reads these comments.
comment on index public.bookings_search_idx is 'asked as words app.booking_words({0}.id, {0}.first_name, {0}.last_name, {0}.email, {0}.phone, {0}.building_name, {0}.address)';
comment on index public.users_search_idx is 'asked as words app.user_words({0}.full_name, {0}.email, {0}.customer_id)';
comment on column public.users.full_name is 'sorted by app.name_key';
comment on column public.bookings.first_name is 'sorted by app.name_key';
comment on column public.bookings.last_name is 'sorted by app.name_key';
