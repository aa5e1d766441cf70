-- Fees that the terms give as a range: proposed with their evidence, charged by the office, disputed
-- once by the customer, decided by an executive.

create table public.fee_proposals (
  id uuid primary key default gen_random_uuid(),
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
  constraint fee_proposals_disputed check ((dispute_words is null) = (disputed_at is null)),
  constraint fee_proposals_decided check (
    state not in ('upheld', 'dropped') or decided_at is not null)
);
create unique index fee_proposals_stop_key on public.fee_proposals (stop_id, term)
  where stop_id is not null;
create index fee_proposals_booking_idx on public.fee_proposals (booking_id);
create index fee_proposals_open_idx on public.fee_proposals (proposed_at)
  where state in ('proposed', 'disputed');
create index fee_proposals_invoice_idx on public.fee_proposals (invoice_id)
  where invoice_id is not null;
create index fee_proposals_photo_idx on public.fee_proposals (photo_id) where photo_id is not null;
comment on constraint fee_proposals_invoice_id_fkey on public.fee_proposals is 'not embedded';
create trigger fee_proposals_audit after insert or update or delete on public.fee_proposals
  for each row execute function app.audit();

-- While a line is disputed it is not due; nothing else of an entry is ever altered.
alter table public.ledger add column disputed_at timestamptz;
create or replace function app.keep_entry() returns trigger language plpgsql as
$$
begin
  if new.disputed_at is distinct from old.disputed_at
    and to_jsonb(new) - 'disputed_at' is not distinct from to_jsonb(old) - 'disputed_at' then
    return new;
  end if;
  if not app.erasing() or to_jsonb(new) - 'words' is distinct from to_jsonb(old) - 'words' then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;

-- With the day on which an upheld fee is due, and since when it is disputed.
create or replace view app.invoice_owed as
select i.id, i.serial, i.number, i.reference, i.booking_id, i.cause, i.kind, i.words, i.issued_on,
  coalesce((select p.due_on from public.fee_proposals p where p.invoice_id = i.id), i.due_on)
    as due_on,
  i.period_from, i.period_to, i.subtotal_cents, i.tax_name, i.tax_basis_points, i.tax_cents,
  i.tax_included_cents, i.deposit_cents, i.credit_cents, i.total_cents, i.voided_at, i.void_reason,
  i.created_at, i.member_id, i.subtotal_cents + i.tax_cents as gross_cents,
  case when i.voided_at is null then i.subtotal_cents + i.tax_cents - coalesce(
    (select sum(s.amount_cents) from public.settlements s where s.invoice_id = i.id), 0
  ) else 0 end::integer as owed_cents,
  coalesce(m.user_id, m.id, b.user_id, b.id) as account_id,
  case when i.member_id is null then b.user_id else m.user_id end as payer_id,
  (select p.disputed_at from public.fee_proposals p
    where p.invoice_id = i.id and p.state = 'disputed') as disputed_at
from public.invoices i join public.bookings b on b.id = i.booking_id
  left join app.plan_members m on m.id = i.member_id;

create or replace view app.ledger_accounts as
select l.id, l.serial, l.at, l.day, l.booking_id, l.invoice_id, l.kind, l.code, l.event, l.words,
  l.term, l.quantity, l.unit_cents, l.amount_cents, l.cause, l.bank_reference, l.received_on,
  l.actor_id, l.actor_role, l.member_id,
  coalesce(m.user_id, m.id, b.user_id, b.id) as account_id, l.disputed_at
from public.ledger l join public.bookings b on b.id = l.booking_id
  left join app.plan_members m on m.id = l.member_id;
