-- What is left of a claim's credit may be paid out, once.
alter table public.claims
  add column paid_out_cents integer check (paid_out_cents between 1 and decided_cents),
  add column paid_out_at timestamptz,
  add column paid_out_by uuid,
  add constraint claims_payouts_are_whole check ((paid_out_cents is null) = (paid_out_at is null));
