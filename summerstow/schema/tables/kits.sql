-- A booking's supply kit and how far it is.
create table public.kit_deliveries (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  state text not null default 'requested' check (
    state in ('requested', 'packed', 'out', 'delivered', 'failed')
  ),
  note text check (length(note) <= 500),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint kit_deliveries_delivered_when check ((state = 'delivered') = (delivered_at is not null))
);
create trigger kit_deliveries_audit after insert or update or delete on public.kit_deliveries
  for each row execute function app.audit();
create trigger kit_deliveries_stop after insert or update of state on public.kit_deliveries
  for each row execute function app.kit_is_stop();

-- How many kits are left on each campus.
create table public.kit_stock (
  campus_id integer primary key references public.campuses (id),
  kits integer not null default 0 check (kits between 0 and 100000),
  updated_at timestamptz not null default now()
);
create trigger kit_stock_audit after insert or update or delete on public.kit_stock
  for each row execute function app.audit();
