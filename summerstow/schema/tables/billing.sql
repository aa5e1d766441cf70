-- Invoices, made of ledger entries and never altered.
create table public.invoices (
  id uuid default gen_random_uuid() primary key,
  serial bigint generated always as identity unique,
  number text not null generated always as ('INV-' || lpad(serial::text, 6, '0')) stored,
  -- what a payer writes into an e-Transfer's message; read out on a phone without a mistake
  reference text not null unique check (reference ~ '^[A-HJKMNP-TV-Z2-9]{8}$'),
  booking_id uuid not null references public.bookings (id),
  -- what it is for; the same thing is never invoiced twice
  cause text not null unique,
  kind text not null check (kind in ('storage', 'kit', 'fee')),
  words text not null check (app.is_line(words, 200)),
  issued_on date not null,
  due_on date not null,
  -- the month of storage that it is for
  period_from date,
  period_to date,
  subtotal_cents integer not null check (subtotal_cents >= 0),
  tax_name text not null,
  tax_basis_points integer not null,
  tax_cents integer not null check (tax_cents >= 0),
  -- the part of the subtotal that is tax already, where a fee is charged just as it was shown
  tax_included_cents integer not null default 0 check (tax_included_cents >= 0),
  -- what was used of the deposit and of other credit when it was issued
  deposit_cents integer not null default 0 check (deposit_cents <= 0),
  credit_cents integer not null default 0 check (credit_cents <= 0),
  total_cents integer not null check (total_cents >= 0),
  voided_at timestamptz,
  void_reason text check (length(void_reason) <= 500),
  created_at timestamptz not null default clock_timestamp(),
  -- Who pays: the booking's account, or the friend whose share of its bundle it is.
  member_id uuid references app.plan_members (id),
  constraint invoices_add_up check (
    total_cents = subtotal_cents + tax_cents + deposit_cents + credit_cents
  ),
  constraint invoices_void_why check ((voided_at is null) = (void_reason is null))
);
create index invoices_booking_idx on public.invoices (booking_id, serial);
create index invoices_member_idx on public.invoices (member_id) where member_id is not null;
create trigger invoices_audit after insert or update on public.invoices
  for each row execute function app.audit();
create trigger invoices_kept before update or delete on public.invoices
  for each row execute function app.keep_invoice();
create trigger invoices_open after insert or update of voided_at on public.invoices
  for each row execute function app.list_open_invoice();

-- Cents that are owed (positive) or that lessen what is owed (negative), in order, for good. Whose
-- they are follows from the booking, so that they stay when the account and its name are gone.
create table public.ledger (
  id uuid default gen_random_uuid() primary key,
  serial bigint generated always as identity unique,
  at timestamptz not null default clock_timestamp(),
  -- the campus-local day
  day date not null,
  booking_id uuid not null references public.bookings (id),
  invoice_id uuid references public.invoices (id),
  kind text not null check (kind in (
    'charge', 'tax', 'discount', 'correction', 'credit', 'payment', 'refund', 'waiver', 'write_off'
  )),
  code text not null check (code ~ '^[a-z_]{2,40}$'),
  event text not null check (length(event) > 0 and app.is_line(event, 200)),
  words text not null check (length(words) > 0 and length(words) <= 500),
  term text not null check (length(term) <= 500),
  quantity integer not null default 1 check (quantity > 0),
  unit_cents integer not null,
  amount_cents integer not null,
  cause text not null unique,
  bank_reference text check (app.is_line(bank_reference, 60)),
  received_on date,
  actor_id uuid,
  actor_role text not null,
  member_id uuid references app.plan_members (id),
  -- While a line is disputed it is not due; nothing else of an entry is ever altered.
  disputed_at timestamptz,
  constraint ledger_amount check (amount_cents = quantity * unit_cents and amount_cents <> 0),
  constraint ledger_bank check (
    (kind = 'payment') = (bank_reference is not null and received_on is not null)
  ),
  constraint ledger_sign check (case
    when kind in ('charge', 'tax', 'refund') then amount_cents > 0
    when kind = 'correction' then true
    else amount_cents < 0
    end)
);
create index ledger_booking_idx on public.ledger (booking_id, serial);
create index ledger_invoice_idx on public.ledger (invoice_id) where invoice_id is not null;
create index ledger_member_idx on public.ledger (member_id) where member_id is not null;
-- The payment of a bank reference, for each line of a bank file.
create index ledger_bank_reference_idx on public.ledger (bank_reference) where bank_reference is not null;
-- Payments and reversals of the last week, whose payers are told.
create index ledger_at_idx on public.ledger (at);
-- An entry may become disputed; its words may be a reason that names the person.
create trigger ledger_kept before update or delete on public.ledger
  for each row execute function app.append_only('words', 'always disputed_at');

-- Which credit settles which invoice, or goes back to the customer as which refund.
create table public.settlements (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  credit_id uuid not null references public.ledger (id),
  invoice_id uuid references public.invoices (id),
  refund_id uuid references public.ledger (id),
  amount_cents integer not null check (amount_cents <> 0),
  constraint settlements_of_one check ((invoice_id is null) <> (refund_id is null))
);
create index settlements_credit_idx on public.settlements (credit_id);
create index settlements_invoice_idx on public.settlements (invoice_id) where invoice_id is not null;
create trigger settlements_append_only before update or delete or truncate on public.settlements
  for each statement execute function app.append_only();
create trigger settlements_close after insert on public.settlements
  for each row when (new.invoice_id is not null) execute function app.list_open_invoice();

-- What a person has to look at; an invoice opens one at most.
create table public.cases (
  id uuid default gen_random_uuid() primary key,
  kind text not null check (kind in ('unpaid')),
  booking_id uuid not null references public.bookings (id),
  invoice_id uuid not null unique references public.invoices (id),
  words text not null,
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  note text check (length(note) <= 2000)
);

-- How a booking's storage is invoiced: what the crew counted, and how many months are done.
create table app.storage_billing (
  booking_id uuid primary key references public.bookings (id),
  pickup_day date not null,
  -- the arguments of a quote (billing/asked.py)
  asked jsonb not null,
  -- what friends who share the bundle are charged for beside their shares
  friends_asked jsonb not null default '[]',
  months_invoiced integer not null default 0 check (months_invoiced >= 0),
  -- referral credit that is not used yet
  referral_cents integer not null default 0 check (referral_cents >= 0),
  -- counts first invoices that were made anew, and what was put right: each has a cause of its own
  series integer not null default 0,
  round integer not null default 0,
  returned_on date,
  -- chosen by the customer while no return is booked
  stored_until date
);
create index storage_billing_until_idx on app.storage_billing (stored_until)
  where stored_until is not null;

-- Pages of Stripe Checkout, each for what was owed of an invoice at that moment.
create table app.card_checkouts (
  -- Stripe's idempotency key too: the same page however often it is asked for
  id uuid default gen_random_uuid() primary key,
  invoice_id uuid not null references public.invoices (id),
  amount_cents integer not null check (amount_cents > 0),
  -- confirming: paid by a way that takes days; replaced: by a later page, as another amount is owed
  state text not null default 'asked' check (state in (
    'asked', 'confirming', 'paid', 'failed', 'expired', 'replaced'
  )),
  session_id text unique check (length(session_id) <= 255),
  -- where the page returns to; Stripe takes the key again with the same alone
  back text not null,
  -- the payer agreed to automatic payments with this card
  saves boolean not null default false,
  asked_at timestamptz not null,
  settled_at timestamptz
);
create index card_checkouts_invoice_idx on app.card_checkouts (invoice_id);

-- Cards that pay the invoices of a booking on the day each is due, until the payer ends it.
create table app.saved_cards (
  id uuid default gen_random_uuid() primary key,
  booking_id uuid not null references public.bookings (id),
  member_id uuid references app.plan_members (id),
  stripe_customer text not null,
  stripe_method text not null,
  -- as people know it: "Visa ending in 4242"
  label text not null,
  -- the address that the invoices went to when its reader agreed; no other is charged
  email text not null,
  agreed_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index saved_cards_one_idx on app.saved_cards (
  booking_id, coalesce(member_id, booking_id)) where ended_at is null;

-- Automatic payments by card, one try for each invoice.
create table app.card_charges (
  invoice_id uuid primary key references public.invoices (id),
  card_id uuid references app.saved_cards (id) on delete set null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'asked' check (state in ('asked', 'paid', 'failed')),
  error text,
  asked_at timestamptz not null,
  settled_at timestamptz
);

-- Parts of refunds that go back to the card that paid; a job hands them to Stripe.
create table app.card_refunds (
  -- Stripe's idempotency key too
  id uuid default gen_random_uuid() primary key,
  refund_id uuid not null references public.ledger (id),
  payment_id uuid not null references public.ledger (id),
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'asked' check (state in ('asked', 'done', 'failed')),
  error text,
  asked_at timestamptz not null default now(),
  settled_at timestamptz
);
create index card_refunds_refund_idx on app.card_refunds (refund_id);

-- Quotes of rivals and the office's answer; gone with the customer's account.
create table app.price_matches (
  -- chosen by whoever asks: the same one twice is asked once
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  rival text not null check (length(rival) > 0 and app.is_line(rival, 120)),
  quoted_cents integer not null check (quoted_cents > 0),
  quote text not null check (quote = '' or length(quote) between 10 and 4000),
  asked_at timestamptz not null,
  -- what is given, tax included; nothing where it was declined
  credit_cents integer check (credit_cents >= 0),
  answer text check (length(answer) <= 500),
  answered_at timestamptz,
  picture_id uuid references app.pictures (id) on delete set null,
  constraint price_matches_answered check (
    (answered_at is null) = (credit_cents is null) and (answered_at is null) = (answer is null)
  )
);
create index price_matches_user_idx on app.price_matches (user_id, asked_at);
create index price_matches_booking_idx on app.price_matches (booking_id);
create unique index price_matches_open_key on app.price_matches (user_id) where answered_at is null;
create unique index price_matches_picture_key on app.price_matches (picture_id);

-- Transfers of a bank's file that no invoice was found for; those that are recorded wait no more.
create table app.unmatched_transfers (
  id uuid default gen_random_uuid() primary key,
  bank_reference text not null unique,
  received_on date not null,
  amount_cents integer not null check (amount_cents > 0),
  text text not null check (length(text) <= 500),
  kept_at timestamptz not null
);

-- Invoices that something is still owed on, so that no job reads all invoices.
create table app.open_invoices (
  invoice_id uuid primary key references public.invoices (id)
);

-- Invoices and payments that their payer was told of, each once.
create table app.announcements (
  kind text not null check (kind in ('invoice', 'declined', 'voided', 'payment')),
  invoice_id uuid references public.invoices (id),
  payment_id uuid references public.ledger (id),
  -- none where the customer has no address, or the message was let go
  outbox_id bigint references app.outbox (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  constraint announcements_of_kind check ((kind = 'payment') = (payment_id is not null)),
  constraint announcements_of_one check ((invoice_id is null) <> (payment_id is null))
);
create unique index announcements_invoice_key on app.announcements (invoice_id, kind);
create unique index announcements_payment_key on app.announcements (payment_id);
create index announcements_outbox_idx on app.announcements (outbox_id);
