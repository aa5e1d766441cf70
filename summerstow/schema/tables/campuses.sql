-- The campuses as they are published today (summerstow/schema/campuses.py).
create table public.campuses (
  id integer primary key,
  university text not null,
  campus text not null,
  country text not null default 'Canada',
  slug text not null unique,
  address text not null,
  unique (university, campus)
);

-- Price lists by the day from which they hold. What was agreed under one keeps it, whatever becomes of
-- the file that it came from: app.booking_prices refers to the list's day and content.
create table app.price_lists (
  valid_from date primary key,
  -- facts/pricing/<valid_from>: pricing.json and terms.json
  pricing jsonb not null,
  terms jsonb not null,
  digest text not null generated always as (md5(pricing::text || terms::text)) stored,
  stored_at timestamptz not null default now(),
  unique (valid_from, digest)
);
