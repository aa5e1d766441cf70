-- What customers change of their bookings themselves, and places kept while a form is filled in.

alter table public.bookings
  add column cancelled_at timestamptz,
  add column cancellation_fee_cents integer check (cancellation_fee_cents >= 0),
  -- what a change of place with too little notice cost, summed
  add column location_fee_cents integer not null default 0 check (location_fee_cents >= 0),
  -- the place that was kept for this booking while its form was filled in
  add column hold_id uuid;

-- A place of a slot that is kept for ten minutes: it is taken out of available_slots already.
create table app.slot_holds (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references public.slot_availability (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index slot_holds_slot_idx on app.slot_holds (slot_id, expires_at);
create index slot_holds_expiry_idx on app.slot_holds (expires_at);

-- Who wants a place in a window that is full, in order; told once when one is free.
create table app.waiting_list (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references public.slot_availability (id) on delete cascade,
  user_id uuid references public.users (id) on delete cascade,
  email text not null check (app.is_email(email)),
  -- where the message leads
  link text not null,
  created_at timestamptz not null default now(),
  told_at timestamptz
);
create unique index waiting_list_once on app.waiting_list (slot_id, lower(email)) where told_at is null;
create index waiting_list_slot_idx on app.waiting_list (slot_id, created_at) where told_at is null;
create index waiting_list_user_idx on app.waiting_list (user_id);
