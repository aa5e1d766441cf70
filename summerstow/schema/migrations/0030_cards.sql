-- Pages of Stripe Checkout that were asked for, each for what was owed of an invoice at that moment.

create table app.card_checkouts (
  -- Stripe's idempotency key too: the same page however often it is asked for
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id),
  amount_cents integer not null check (amount_cents > 0),
  -- confirming: paid by a way that takes days; replaced: by a later page, as another amount is owed
  state text not null default 'asked' check (state in (
    'asked', 'confirming', 'paid', 'failed', 'expired', 'replaced'
  )),
  session_id text unique check (length(session_id) <= 255),
  asked_at timestamptz not null,
  settled_at timestamptz
);
create index card_checkouts_invoice_idx on app.card_checkouts (invoice_id);
