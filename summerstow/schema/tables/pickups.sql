-- A customer's pickup on a day: what the crew did and when.
create table public.pickups (
  id uuid default app.time_ordered_id() primary key,
  user_id uuid references public.users (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  pickup_date date not null check (app.is_plausible(pickup_date)),
  status text not null default 'scheduled' check (status in ('scheduled', 'in_progress', 'completed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the crew's count at pickup, which the plan goes by
  items_counted integer check (items_counted between 0 and 500),
  started_at timestamptz,
  completed_at timestamptz,
  -- the window of a further pickup, whose booking has another, and the place that it holds
  pickup_time text check (app.is_line(pickup_time, 40)),
  slot_id uuid references public.slot_availability (id),
  started_received_at timestamptz,
  completed_received_at timestamptz,
  constraint pickups_are_of_somebody check (user_id is not null or booking_id is not null),
  constraint pickups_user_day_key unique (user_id, pickup_date)
);
create unique index pickups_guest_day_key on public.pickups (booking_id, pickup_date) where user_id is null;
create index pickups_slot_idx on public.pickups (slot_id) where slot_id is not null;
-- A day's pickups.
create index pickups_day_idx on public.pickups (pickup_date, status);
create index pickups_booking_idx on public.pickups (booking_id) where items_counted is not null;
create trigger pickups_audit after insert or update or delete on public.pickups
  for each row execute function app.audit();
create trigger pickups_stop after insert or update or delete on public.pickups
  for each row execute function app.record_is_stop();
create trigger pickups_touch before update on public.pickups for each row execute function app.touch();

-- The customer's signature under the crew's count; never altered.
create table public.pickup_signatures (
  id uuid default gen_random_uuid() primary key,
  pickup_id uuid not null references public.pickups (id) on delete cascade,
  at timestamptz not null default now(),
  -- the count that was signed
  items_counted integer not null check (items_counted between 0 and 500),
  signed_by text not null check (length(signed_by) > 0 and app.is_line(signed_by, 200)),
  -- the pen's way as an SVG path of absolute moves and lines on a field of 640 x 240
  strokes text not null check (length(strokes) <= 20000 and strokes ~ '^M[ML0-9 ]+$')
);
create index pickup_signatures_pickup_idx on public.pickup_signatures (pickup_id, at desc);
create trigger pickup_signatures_audit after insert or update or delete on public.pickup_signatures
  for each row execute function app.audit();

-- Links of mails that let a pickup be confirmed or moved without signing in.
create table app.pickup_links (
  -- what a link ends with, as its hash
  token_hash bytea primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'move', 'visit')),
  ends_at timestamptz not null
);
create index pickup_links_booking_idx on app.pickup_links (booking_id);
