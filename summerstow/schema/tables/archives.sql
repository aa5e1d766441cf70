-- Archives of everything that the business keeps, each made by a job when an executive asks.
create table app.archives (
  id uuid primary key,
  requested_by uuid references auth.users (id) on delete set null,
  requested_at timestamptz not null default now(),
  attempts integer not null default 0,
  steps_done integer not null default 0,
  steps_total integer not null default 0,
  finished_at timestamptz,
  bytes bigint,
  error text,
  check ((finished_at is null) = (bytes is null))
);
create unique index archives_open_idx on app.archives ((true))
  where finished_at is null and error is null;

-- The ZIP file of an archive in parts, in order.
create table app.archive_parts (
  archive_id uuid not null references app.archives (id) on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (archive_id, number)
);
