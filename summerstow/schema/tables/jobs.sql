-- What runs in the background again and again: one row a job, over all hosts. `leased_until` is
-- renewed while a run goes on; all times are this server's.
create table app.job (
  name text primary key,
  holder text,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  error text,
  next_at timestamptz not null default now()
);
