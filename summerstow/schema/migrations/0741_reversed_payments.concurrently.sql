create index concurrently if not exists ledger_bank_reference_idx
  on public.ledger (bank_reference) where bank_reference is not null;
-- What was taken back and whose customers are still to be told.
create index concurrently if not exists ledger_reversed_idx on public.ledger (at)
  where code = 'payment_reversed';
alter table public.settlements validate constraint settlements_amount_cents_check;
