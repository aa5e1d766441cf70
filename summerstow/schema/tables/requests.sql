-- The answer to a request that may be sent twice (Idempotency-Key).
create table app.idempotency (
  scope text not null,
  key text not null,
  request_hash text not null,
  result jsonb,
  created_at timestamptz not null default now(),
  -- the key first: a request may be repeated by a caller who has signed in since
  primary key (key, scope)
);

-- A refusal under an Idempotency-Key is remembered too, in a table of its own: a program of the
-- version before goes on reading app.idempotency as it is.
create table app.idempotency_refusals (
  scope text not null,
  key text not null,
  request_hash text not null,
  refusal jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key, request_hash)
);
