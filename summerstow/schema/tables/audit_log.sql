-- What happened, in order, for good.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
alter table public.audit_log
  alter column id set statistics 10,
  alter column at set statistics 10,
  alter column actor_id set statistics 10,
  alter column actor_role set statistics 10,
  alter column action set statistics 10,
  alter column table_name set statistics 10,
  alter column row_id set statistics 10,
  alter column before set statistics 0,
  alter column after set statistics 0;
create index audit_log_row_idx on public.audit_log (table_name, row_id, id);
create index audit_log_at_idx on public.audit_log (at);
create index audit_log_actor_idx on public.audit_log (actor_id, id) where actor_id is not null;
-- What staff read of customers stands in the audit log as `read`, beside the single looks (`view`).
-- The page of looks, and the page of everything else, are read newest first.
create index audit_log_reads_idx on public.audit_log (id) where action in ('view', 'read');
create index audit_log_changes_idx on public.audit_log (id) where action <> 'read';
-- What the office's lists look for among millions, in the order in which they show it.
create index audit_log_role_idx on public.audit_log (actor_role, id);
-- Each kind of the history that web/api/reports/audit.ts asks for, in the order in which it is shown:
-- what is rare among millions of lines is found without passing all of them.
create index audit_log_accounts_idx on public.audit_log (id)
  where table_name in ('users', 'auth.users');
create index audit_log_pickups_idx on public.audit_log (id)
  where table_name in
    ('pickups', 'pickup_queue', 'pickup_signatures', 'runs', 'run_stops', 'custody_cases');
create index audit_log_supplies_idx on public.audit_log (id)
  where table_name in ('kit_deliveries', 'kit_stock', 'locations');
create index audit_log_slots_idx on public.audit_log (id)
  where table_name in ('slot_availability', 'closed_days');
create index audit_log_money_idx on public.audit_log (id)
  where table_name in ('invoices', 'fee_proposals', 'claims', 'delivery_quotes');
-- What the log says of a booking's invoices, items and pickups: found by the booking, for everything
-- that is known of a person.
create index audit_log_after_booking_idx on public.audit_log ((after ->> 'booking_id')) where (after ->> 'booking_id') is not null;
alter index public.audit_log_after_booking_idx alter column 1 set statistics 10;
create index audit_log_before_booking_idx on public.audit_log ((before ->> 'booking_id')) where (before ->> 'booking_id') is not null;
alter index public.audit_log_before_booking_idx alter column 1 set statistics 10;
-- Who looked at a customer: reads name the customer or booking that they ask for (kit/read_log.py).
-- By booking, audit_log_after_booking_idx finds them.
create index audit_log_read_user_idx on public.audit_log ((after ->> 'user_id'))
  where action = 'read' and (after ->> 'user_id') is not null;
alter index public.audit_log_read_user_idx alter column 1 set statistics 10;
create trigger audit_log_append_only before delete or truncate on public.audit_log
  for each statement execute function app.refuse_change();
create trigger audit_log_kept before update on public.audit_log
  for each row execute function app.keep_audit();
