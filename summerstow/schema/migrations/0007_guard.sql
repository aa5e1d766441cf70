-- What guards the accounts: how often somebody may ask, sign-ins that fail, and places that are known.

-- Token buckets of all worker processes together. Not logged, so that a check costs no write to disk;
-- after a crash everybody starts anew. Half-filled pages let an update stay on its page.
create unlogged table auth.request_limits (
  key text primary key,
  -- when the bucket is full again if nobody asks any more
  full_at timestamptz not null
) with (fillfactor = 50);

-- Passwords tried and not found right, by account (a hash of the address) and place.
create unlogged table auth.password_attempts (
  key text primary key,
  attempts integer not null,
  last_at timestamptz not null
) with (fillfactor = 50);

-- Where an account has signed in from: a kind of program and a network, both coarse.
create table auth.known_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  program text not null,
  network cidr not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, program, network)
);

-- An account that was deleted but leaves its row: nobody gets in, and nothing names its person.
alter table auth.users add column deleted_at timestamptz;
