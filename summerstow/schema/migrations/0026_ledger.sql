-- What is owed and why: entries that are never altered, invoices made of them, and what settles them.

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
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
  constraint invoices_add_up check (
    total_cents = subtotal_cents + tax_cents + deposit_cents + credit_cents
  ),
  constraint invoices_void_why check ((voided_at is null) = (void_reason is null))
);
create index invoices_booking_idx on public.invoices (booking_id, serial);
create index invoices_due_idx on public.invoices (due_on) where voided_at is null;
create trigger invoices_audit after insert or update on public.invoices
  for each row execute function app.audit();

-- Only that it became void may be added to an invoice. (Its number is generated after this trigger.)
create function app.keep_invoice() returns trigger language plpgsql as
$$
begin
  if old.voided_at is not null
    or to_jsonb(new) - array['voided_at', 'void_reason', 'number']
      is distinct from to_jsonb(old) - array['voided_at', 'void_reason', 'number'] then
    raise exception 'an invoice is never altered' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger invoices_kept before update on public.invoices
  for each row execute function app.keep_invoice();
create trigger invoices_stay before delete or truncate on public.invoices
  for each statement execute function app.refuse_change();

-- Cents that are owed (positive) or that lessen what is owed (negative), in order, for good. Whose
-- they are follows from the booking, so that they stay when the account and its name are gone.
create table public.ledger (
  id uuid primary key default gen_random_uuid(),
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
  bank_reference text unique check (app.is_line(bank_reference, 60)),
  received_on date,
  actor_id uuid,
  actor_role text not null,
  constraint ledger_amount check (amount_cents = quantity * unit_cents and amount_cents <> 0),
  constraint ledger_sign check (case
    when kind in ('charge', 'tax', 'refund') then amount_cents > 0
    when kind = 'correction' then true
    else amount_cents < 0
  end),
  constraint ledger_bank check (
    (kind = 'payment') = (bank_reference is not null and received_on is not null)
  )
);
create index ledger_booking_idx on public.ledger (booking_id, serial);
create index ledger_invoice_idx on public.ledger (invoice_id) where invoice_id is not null;
create trigger ledger_append_only before update or delete or truncate on public.ledger
  for each statement execute function app.refuse_change();

-- Which credit settles which invoice, or goes back to the customer as which refund.
create table public.settlements (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  credit_id uuid not null references public.ledger (id),
  invoice_id uuid references public.invoices (id),
  refund_id uuid references public.ledger (id),
  amount_cents integer not null check (amount_cents > 0),
  constraint settlements_of_one check ((invoice_id is null) <> (refund_id is null))
);
create index settlements_credit_idx on public.settlements (credit_id);
create index settlements_invoice_idx on public.settlements (invoice_id) where invoice_id is not null;
create trigger settlements_append_only before update or delete or truncate on public.settlements
  for each statement execute function app.refuse_change();

-- What a person has to look at; an invoice opens one at most.
create table public.cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('unpaid')),
  booking_id uuid not null references public.bookings (id),
  invoice_id uuid not null unique references public.invoices (id),
  words text not null,
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  note text check (length(note) <= 2000)
);
create index cases_open_idx on public.cases (opened_at) where closed_at is null;

-- How a booking's storage is invoiced: what the crew counted, and how many months are done.
create table app.storage_billing (
  booking_id uuid primary key references public.bookings (id),
  pickup_day date not null,
  -- the arguments of a quote (billing/asked.py)
  asked jsonb not null,
  months_invoiced integer not null default 0 check (months_invoiced >= 0),
  -- referral credit that is not used yet
  referral_cents integer not null default 0 check (referral_cents >= 0),
  -- counts first invoices that were made anew, and what was put right: each has a cause of its own
  series integer not null default 0,
  round integer not null default 0,
  returned_on date
);
create index storage_billing_running_idx on app.storage_billing (pickup_day)
  where returned_on is null and months_invoiced > 0;

-- Whose account a booking's money is on: the customer's, or the guest booking's own.
create function app.account_of(booking public.bookings) returns uuid language sql stable as
  $$ select coalesce(booking.user_id, booking.id) $$;

-- An invoice before anything settled it, and what is still owed of it.
create view app.invoice_owed as
select i.*, i.subtotal_cents + i.tax_cents as gross_cents,
  case when i.voided_at is null then i.subtotal_cents + i.tax_cents - coalesce(
    (select sum(s.amount_cents) from public.settlements s where s.invoice_id = i.id), 0
  ) else 0 end::integer as owed_cents
from public.invoices i;

-- Entries that settle others, with what is left of each; what settled a void invoice is free again.
create view app.credit_left as
select l.*, (-l.amount_cents - coalesce((
    select sum(s.amount_cents) from public.settlements s
      left join public.invoices i on i.id = s.invoice_id
      where s.credit_id = l.id and i.voided_at is null
  ), 0))::integer as left_cents
from public.ledger l where l.kind in ('credit', 'payment', 'waiver', 'write_off');
