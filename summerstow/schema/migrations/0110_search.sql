-- One search of the office, by the beginnings of words; GIN comes with every server, trigrams do not.
-- The functions take columns, never a whole row: what is not searched is changed without the index.

create function app.folded(value text) returns text language sql immutable parallel safe as
  $$ select lower(regexp_replace(normalize(coalesce(value, ''), NFD), '[\u0300-\u036f]', '', 'g')) $$;

-- Words without marks of any kind, none long enough for a lexeme to refuse it.
create function app.searched(value text) returns tsvector language sql immutable parallel safe as
  $$ select regexp_replace(regexp_replace(app.folded(value), '[\s!-/:-@\[-`{-~]+', ' ', 'g'),
       '(\S{60})\S+', '\1', 'g')::tsvector $$;

-- What stands before the @, and the whole address as one word: domains are everybody's.
create function app.email_words(value text) returns text language sql immutable parallel safe as
  $$ select concat_ws(' ', split_part(value, '@', 1),
       regexp_replace(value, '[\s!-/:-@\[-`{-~]+', '', 'g')) $$;

-- A number without its country where that is +1, and its last seven and four digits.
create function app.phone_words(value text) returns text language sql immutable parallel safe as
  $$ select concat_ws(' ', d, right(d, 7), right(d, 4)) from (
       select regexp_replace(regexp_replace(coalesce(value, ''), '\D', '', 'g'),
         '^(00)?1(?=\d{10}$)', '') as d
     ) n where length(d) >= 4 $$;

create function app.booking_words(id uuid, first_name text, last_name text, email text, phone text,
  building_name text, address text) returns tsvector language sql immutable parallel safe as
  $$ select app.searched(concat_ws(' ', first_name, last_name, app.email_words(email),
       building_name, address, app.phone_words(phone), left(id::text, 8))) $$;

create function app.user_words(full_name text, email text, customer_id text)
  returns tsvector language sql immutable parallel safe as
  $$ select app.searched(concat_ws(' ', full_name, app.email_words(email),
       replace(customer_id, '-', ''), split_part(customer_id, '-', 2))) $$;

create index bookings_words_idx on public.bookings using gin (
  app.booking_words(id, first_name, last_name, email, phone, building_name, address)
) with (gin_pending_list_limit = 512);
create index users_words_idx on public.users using gin (
  app.user_words(full_name, email, customer_id)
) where role = 'customer';
