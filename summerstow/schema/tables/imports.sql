-- Imports of customers, bookings or items from a file: checked, confirmed by a person, written.
create table app.imports (
  -- made by the client: a part that is sent again is stored once
  id uuid primary key,
  kind text not null check (kind in ('customers', 'bookings', 'items')),
  file_name text not null check (app.is_line(file_name, 200)),
  requested_by uuid references auth.users (id) on delete set null,
  requested_role text not null,
  requested_at timestamptz not null default now(),
  -- columns: a person chooses them; checking, writing and undoing are a job's
  state text not null default 'uploading' check (state in (
    'uploading', 'columns', 'checking', 'checked', 'writing', 'written', 'undoing', 'undone')),
  -- the columns of the file, and which of them is which field
  columns jsonb not null default '[]',
  choice jsonb not null default '{}',
  -- how far the job is, and its attempts since it last got on
  rows_done integer not null default 0,
  rows_total integer not null default 0,
  attempts integer not null default 0,
  rows_new integer not null default 0,
  rows_known integer not null default 0,
  rows_faulty integer not null default 0,
  rows_written integer not null default 0,
  error text
);
create index imports_requested_idx on app.imports (requested_at desc);

-- The file of an import in parts, in order. Gone once its rows are written.
create table app.import_parts (
  import_id uuid not null references app.imports (id) on delete cascade,
  number integer not null check (number between 0 and 99),
  content bytea not null,
  primary key (import_id, number)
);

-- The rows of an import by their line. What is written keeps its key and what it became.
create table app.import_rows (
  import_id uuid not null references app.imports (id) on delete cascade,
  number integer not null,
  state text not null check (state in ('new', 'known', 'faulty', 'written')),
  -- the hash of what identifies the row: the same row of a later file is known by it
  key bytea,
  data jsonb,
  field text,
  value text,
  reason text,
  -- the account, booking or item
  target_id uuid,
  written_at timestamptz,
  primary key (import_id, number)
);
create unique index import_rows_key on app.import_rows (key) where state = 'written';
create index import_rows_target_idx on app.import_rows (target_id) where state = 'written';
