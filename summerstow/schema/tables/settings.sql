-- Settings of the business, one JSON document a section; what ships is the first version of each.

-- What was published, and the campus-local day from which it holds, until a later one does.
create table app.settings_versions (
  id bigint generated always as identity primary key,
  section text not null,
  document jsonb not null,
  valid_from date not null,
  note text not null default '',
  published_by uuid references auth.users (id) on delete set null,
  published_at timestamptz not null default now()
);
create trigger settings_versions_audit after insert or delete on app.settings_versions
  for each row execute function app.audit();

-- What an executive is working on. The revision tells a second one that the first has saved.
create table app.settings_drafts (
  section text primary key,
  document jsonb not null,
  revision integer not null,
  updated_by uuid references auth.users (id) on delete set null,
  updated_at timestamptz not null
);

-- Hosts that could not render the public pages of what is published, and serve the old ones.
create table app.failed_renders (
  host text primary key,
  error text not null,
  failed_at timestamptz not null
);
