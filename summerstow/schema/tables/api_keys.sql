-- Keys with which programs of others use the data API, by their hashes.
create table app.api_keys (
  id uuid primary key,
  name text not null check (app.is_line(name, 80)),
  hash bytea not null unique check (length(hash) = 32),
  ends_with text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create trigger api_keys_audit after insert or update or delete on app.api_keys
  for each row execute function app.audit('hash', 'last_used_at');
