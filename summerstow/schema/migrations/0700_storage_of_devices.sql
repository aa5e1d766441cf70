-- Whether a crew member's browser promised to keep unsent work on its device, by session: the row
-- goes with the session. Read and written by commands only.
create table app.device_storage (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  persistent boolean not null,
  reported_at timestamptz not null
);
create index device_storage_refused_idx on app.device_storage (reported_at) where not persistent;
