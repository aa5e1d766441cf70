-- Each kind of the history that web/api/reports/audit.ts asks for, in the order in which it is shown:
-- what is rare among millions of lines is found without passing all of them.
create index concurrently if not exists audit_log_accounts_idx on public.audit_log (id)
  where table_name in ('users', 'auth.users');
create index concurrently if not exists audit_log_pickups_idx on public.audit_log (id)
  where table_name in
    ('pickups', 'pickup_queue', 'pickup_signatures', 'runs', 'run_stops', 'custody_cases');
create index concurrently if not exists audit_log_supplies_idx on public.audit_log (id)
  where table_name in ('kit_deliveries', 'kit_stock', 'locations');
create index concurrently if not exists audit_log_slots_idx on public.audit_log (id)
  where table_name in ('slot_availability', 'closed_days');
create index concurrently if not exists audit_log_money_idx on public.audit_log (id)
  where table_name in ('invoices', 'fee_proposals', 'claims', 'delivery_quotes');
