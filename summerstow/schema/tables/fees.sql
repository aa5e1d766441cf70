-- Fees that the terms give as a range: proposed with their evidence, charged by the office,
-- disputed once by the customer, decided by an executive.
create table public.fee_proposals (
  id uuid default gen_random_uuid() primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  stop_id uuid references public.run_stops (id) on delete set null,
  term text not null check (term in (
    'missed_pickup', 'out_of_window', 'failed_delivery', 'labeling', 'distance_pickup',
    'distance_return', 'other_date', 'place_change')),
  amount_cents integer not null check (amount_cents between 1 and 1000000),
  reason text not null check (length(reason) between 3 and 500),
  arrived_at timestamptz,
  -- a photo may arrive later
  photo_id uuid,
  state text not null default 'proposed'
    check (state in ('proposed', 'charged', 'refused', 'disputed', 'upheld', 'dropped')),
  proposed_by uuid,
  proposed_at timestamptz not null default now(),
  invoice_id uuid references public.invoices (id),
  charged_at timestamptz,
  charge_words text check (length(charge_words) <= 500),
  dispute_words text check (length(dispute_words) <= 2000),
  disputed_at timestamptz,
  decision_words text check (length(decision_words) <= 2000),
  decided_at timestamptz,
  -- an upheld fee is due anew
  due_on date,
  constraint fee_proposals_charged check ((invoice_id is null) = (state in ('proposed', 'refused'))),
  constraint fee_proposals_decided check (
    state not in ('upheld', 'dropped') or decided_at is not null),
  constraint fee_proposals_disputed check ((dispute_words is null) = (disputed_at is null))
);
comment on constraint fee_proposals_invoice_id_fkey on public.fee_proposals is 'not embedded';
create unique index fee_proposals_stop_key on public.fee_proposals (stop_id, term)
  where stop_id is not null;
create index fee_proposals_booking_idx on public.fee_proposals (booking_id);
create index fee_proposals_invoice_idx on public.fee_proposals (invoice_id)
  where invoice_id is not null;
create trigger fee_proposals_audit after insert or update or delete on public.fee_proposals
  for each row execute function app.audit();
