-- A recorded payment can be taken back by a counter-entry: a correction with the day on which the
-- bank had the payment. What the payment settled is taken back by settlements of the opposite sign.

-- The same transfer may be recorded again, for the right invoice; `cause` keeps it from counting
-- twice.
alter table public.ledger drop constraint ledger_bank_reference_key;

alter table public.settlements drop constraint settlements_amount_cents_check;
alter table public.settlements add constraint settlements_amount_cents_check
  check (amount_cents <> 0) not valid;
