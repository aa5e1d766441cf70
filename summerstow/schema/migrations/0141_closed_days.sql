-- A campus's day that takes no more bookings, and why; opened again, its row goes. The audit log
-- keeps both.
create table app.closed_days (
  id uuid primary key default gen_random_uuid(),
  campus_id integer not null references public.campuses (id),
  date date not null check (app.is_plausible(date)),
  reason text not null check (app.is_line(reason, 300)),
  closed_by uuid references public.users (id) on delete set null,
  closed_at timestamptz not null default now(),
  unique (campus_id, date)
);
create trigger closed_days_audit after insert or update or delete on app.closed_days
  for each row execute function app.audit();

-- Of a slot's capacity, the places beyond what the crews can do: as many do not show up.
alter table public.slot_availability
  add column beyond integer not null default 0,
  add constraint slot_availability_beyond check (beyond >= 0 and beyond < capacity);
