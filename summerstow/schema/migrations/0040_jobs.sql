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

-- A message is claimed before it is sent and marked afterwards, each in a transaction of its own.
-- `doubts` counts the tries that ended without anybody knowing whether the message was accepted.
alter table app.outbox
  add column claimed_by text,
  add column claimed_until timestamptz,
  add column doubts integer not null default 0 check (doubts >= 0),
  add column dropped_at timestamptz;
create index outbox_waiting_idx on app.outbox (recipient) where sent_at is null and given_up_at is null;
create index outbox_dead_idx on app.outbox (given_up_at)
  where given_up_at is not null and sent_at is null and dropped_at is null;
