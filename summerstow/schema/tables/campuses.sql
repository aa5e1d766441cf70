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

-- Price lists by the day from which they hold. What was agreed under one keeps it: a list that an
-- agreement was made under is never altered, whatever becomes of the file that it came from.
create table app.price_lists (
  valid_from date primary key,
  -- facts/pricing/<valid_from>: pricing.json and terms.json
  pricing jsonb not null,
  terms jsonb not null,
  digest text not null generated always as (md5(pricing::text || terms::text)) stored,
  stored_at timestamptz not null default now()
);
create trigger price_lists_kept before update or delete on app.price_lists
  for each row execute function app.keep_price_list();
