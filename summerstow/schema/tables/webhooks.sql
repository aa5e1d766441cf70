-- Addresses of programs of others that events are sent to.
create table app.webhook_endpoints (
  id uuid primary key,
  url text not null check (length(url) <= 500),
  events text[] not null check (cardinality(events) > 0),
  -- How often its secret was renewed; the secret follows from it.
  generation integer not null default 1,
  renewed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  -- Since when it has taken nothing.
  failing_since timestamptz,
  disabled_at timestamptz
);
create trigger webhook_endpoints_audit after insert or update or delete on app.webhook_endpoints
  for each row execute function app.audit('failing_since');

-- Events to each endpoint, with every try of the last 30 days.
create table app.webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references app.webhook_endpoints (id) on delete cascade,
  kind text not null,
  body text not null,
  created_at timestamptz not null default now(),
  -- The next try; null: it was taken, or given up.
  due_at timestamptz,
  delivered_at timestamptz,
  attempts integer not null default 0,
  -- [{at, status, error}]
  tries jsonb not null default '[]' check (jsonb_typeof(tries) = 'array')
);
-- What is to be sent to an endpoint, every few seconds.
create index webhook_deliveries_due_idx on app.webhook_deliveries (endpoint_id, due_at) where due_at is not null;
-- The log of an endpoint, newest first.
create index webhook_deliveries_log_idx on app.webhook_deliveries (endpoint_id, id);
