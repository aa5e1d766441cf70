-- The ids of bookings and of their places in line begin with the time (UUID version 7), so that all of
-- a day are neighbours in the five indexes that begin with a booking: with a million bookings each
-- random id changed a page of its own in every one of them, which the log then holds whole.

create function app.time_ordered_id(at timestamptz default clock_timestamp()) returns uuid
  language sql volatile parallel safe as
$$
  -- Milliseconds in front of a random id of version 4 (0100), whose version becomes 7 (0111).
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((1000 * date_part('epoch', at))::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

alter table public.bookings
  alter id set default coalesce((app.created_ids())[1], app.time_ordered_id());
-- Where PostgreSQL has a function of its own, places have it since migration 0352.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    alter table public.pickup_queue alter id set default app.time_ordered_id();
  end if;
end
$$;

-- The short form that mails and staff say, in small letters: of an id of version 7 its end, as the
-- beginning is the same for all of a minute; of any other its beginning, as it was always said.
create function app.booking_code(id uuid) returns text language sql immutable parallel safe as
$$
  select case when substr(id::text, 15, 1) = '7' then right(id::text, 8) else left(id::text, 8) end
$$;
create or replace function app.booking_words(id uuid, first_name text, last_name text, email text,
  phone text, building_name text, address text) returns tsvector
  language plpgsql immutable parallel safe as
$$
begin
  return app.searched(concat_ws(' ', first_name, last_name, app.email_words(email),
    building_name, address, app.phone_words(phone), app.booking_code(id)));
end
$$;
