-- The capacity of pickup windows by campus and day.
create table public.slot_availability (
  id uuid default gen_random_uuid() primary key,
  date date not null check (app.is_plausible(date)),
  campus_id integer not null references public.campuses (id),
  capacity integer not null default 5 check (capacity between 1 and 10000),
  available_slots integer not null default 5,
  -- null: the whole day
  time_of_day text default 'morning' check (time_of_day in ('morning', 'afternoon', 'evening')),
  created_at timestamptz not null default now(),
  beyond integer not null default 0,
  constraint slot_availability_beyond check (beyond >= 0 and beyond < capacity),
  constraint slot_availability_places check (available_slots between 0 and capacity),
  constraint slot_availability_window_key unique nulls not distinct (campus_id, date, time_of_day)
);
create trigger slot_availability_audit after insert or update or delete on public.slot_availability
  for each row execute function app.audit();

-- A campus's day that takes no more bookings, and why; opened again, its row goes. The audit log
-- keeps both.
create table app.closed_days (
  id uuid default gen_random_uuid() primary key,
  campus_id integer not null references public.campuses (id),
  date date not null check (app.is_plausible(date)),
  reason text not null check (app.is_line(reason, 300)),
  closed_by uuid references public.users (id) on delete set null,
  closed_at timestamptz not null default now(),
  unique (campus_id, date)
);
create trigger closed_days_audit after insert or update or delete on app.closed_days
  for each row execute function app.audit();

-- A place of a slot that is kept for ten minutes: it is taken out of available_slots already.
create table app.slot_holds (
  id uuid default gen_random_uuid() primary key,
  slot_id uuid not null references public.slot_availability (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  address text
);
create index slot_holds_slot_idx on app.slot_holds (slot_id, expires_at);

-- Who wants a place in a window that is full, in order; told once when one is free.
create table app.waiting_list (
  id uuid default gen_random_uuid() primary key,
  -- null: waits for the next season to open
  slot_id uuid references public.slot_availability (id) on delete cascade,
  user_id uuid references public.users (id) on delete cascade,
  email text not null check (app.is_email(email)),
  -- where the message leads
  link text not null,
  created_at timestamptz not null default now(),
  told_at timestamptz
);
create unique index waiting_list_once on app.waiting_list (slot_id, lower(email)) nulls not distinct
  where told_at is null;
create index waiting_list_slot_idx on app.waiting_list (slot_id, created_at) where told_at is null;
create index waiting_list_user_idx on app.waiting_list (user_id);
