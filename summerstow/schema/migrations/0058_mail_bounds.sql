-- Mail is bounded for each address and for the whole product: what is beyond waits its turn.

alter table app.outbox
  -- when it was to go as it was written; `due_at` moves with every try
  add column planned_at timestamptz not null default now();
create index outbox_of_recipient_idx on app.outbox (lower(recipient), planned_at desc);
create index outbox_planned_idx on app.outbox (planned_at desc) where channel = 'mail';

-- Whether anybody has shown that they read what is sent to an address.
create function app.reads_mail(address text) returns boolean language sql stable as
$$
  select exists (select 1 from auth.users u
      where lower(u.email) = lower(address) and u.email_confirmed_at is not null)
    or exists (select 1 from public.bookings b where b.user_id is null
      and lower(b.guest_email) = lower(address) and b.email_confirmed_at is not null)
$$;
