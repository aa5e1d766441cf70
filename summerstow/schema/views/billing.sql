-- Every entry with the account whose balance it moves.
create or replace view app.ledger_accounts as
select l.id, l.serial, l.at, l.day, l.booking_id, l.invoice_id, l.kind, l.code, l.event, l.words,
  l.term, l.quantity, l.unit_cents, l.amount_cents, l.cause, l.bank_reference, l.received_on,
  l.actor_id, l.actor_role, l.member_id,
  coalesce(m.user_id, m.id, b.user_id, b.id) as account_id, l.disputed_at
from public.ledger l join public.bookings b on b.id = l.booking_id
  left join app.plan_members m on m.id = l.member_id;

-- Entries that settle others, with what is left of each; what settled a void invoice is free again.
create or replace view app.credit_left as
select l.id, l.serial, l.at, l.day, l.booking_id, l.invoice_id, l.kind, l.code, l.event, l.words,
  l.term, l.quantity, l.unit_cents, l.amount_cents, l.cause, l.bank_reference, l.received_on,
  l.actor_id, l.actor_role, l.member_id, l.account_id, (-l.amount_cents - coalesce((
    select sum(s.amount_cents) from public.settlements s
      left join public.invoices i on i.id = s.invoice_id
      where s.credit_id = l.id and i.voided_at is null
  ), 0))::integer as left_cents
from app.ledger_accounts l where l.kind in ('credit', 'payment', 'waiver', 'write_off');

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
