-- Single sign-on: identity providers of organisations.
create table auth.sso_providers (
  id uuid default gen_random_uuid() primary key,
  resource_id text unique check (length(resource_id) between 1 and 255),
  disabled boolean not null default false,
  entity_id text not null unique check (length(entity_id) between 1 and 1024),
  metadata_xml text not null,
  metadata_url text,
  name_id_format text,
  attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The domains of addresses whose provider signs in.
create table auth.sso_domains (
  -- lower-cased by the server
  domain text primary key check (length(domain) between 1 and 255),
  provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sso_domains_provider_idx on auth.sso_domains (provider_id);

-- Assertions that were taken, until they expire: none is good twice.
create table auth.saml_assertions (
  provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (provider_id, assertion_id)
);
