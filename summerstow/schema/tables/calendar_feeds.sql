-- Calendars that other programs read by a secret address: a campus's pickups, or a person's runs.
create table app.calendar_feeds (
  id uuid primary key,
  campus_id integer unique references public.campuses (id),
  worker_id uuid unique references public.users (id) on delete cascade,
  -- How often its address was renewed; the secret follows from it.
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  check (num_nonnulls(campus_id, worker_id) = 1)
);
create trigger calendar_feeds_audit after insert or update or delete on app.calendar_feeds
  for each row execute function app.audit('last_read_at');
