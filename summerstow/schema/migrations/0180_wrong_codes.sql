-- Wrong tries of a hand-over code, each once for the id that the device gave it. They count for
-- the code that was tried, which its salt tells from those before it.
create table app.proxy_tries (
  id uuid primary key,
  booking_id uuid not null,
  kind text not null,
  salt text not null,
  at timestamptz not null default now(),
  actor_id uuid,
  foreign key (booking_id, kind) references app.stop_proxies (booking_id, kind) on delete cascade
);
create index proxy_tries_idx on app.proxy_tries (booking_id, kind, salt);
