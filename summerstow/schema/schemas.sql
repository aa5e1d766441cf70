-- What every other file builds on: the schemas, and what is known of the schema itself.
-- `public` is what /rest/v1 exposes, `app` holds what no client may ask for, and `auth` accounts:
-- only the server's own role may touch these.

create schema app;
create schema auth;
revoke all on schema auth from public;

-- Migrations that were applied. A new database has had those that its tables contain.
create table public.schema_migration (
  name text primary key,
  applied_at timestamptz not null default now()
);

-- What all hosts of one installation share: the version of the newest program that changed the
-- schema, hashes of the files it was made from, and fingerprints of the keys that the hosts need
-- to believe each other.
create table app.installation (
  name text primary key,
  value text not null
);
