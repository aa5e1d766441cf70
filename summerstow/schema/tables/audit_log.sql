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
  alter column id set statistics 10, alter column at set statistics 10,
  alter column actor_id set statistics 10, alter column actor_role set statistics 10,
  alter column action set statistics 10, alter column table_name set statistics 10,
  alter column row_id set statistics 10,
  alter column before set statistics 0, alter column after set statistics 0;
-- The history of a row.
create index audit_log_row_idx on public.audit_log (table_name, row_id, id);
-- The log of some days.
create index audit_log_at_idx on public.audit_log (at);
-- What a person did, newest first.
create index audit_log_actor_idx on public.audit_log (actor_id, id) where actor_id is not null;
-- What the log says of a booking: its history, and everything that is known of a person.
create index audit_log_after_booking_idx on public.audit_log ((after ->> 'booking_id')) where (after ->> 'booking_id') is not null;
alter index public.audit_log_after_booking_idx alter column 1 set statistics 10;
create index audit_log_before_booking_idx on public.audit_log ((before ->> 'booking_id')) where (before ->> 'booking_id') is not null;
alter index public.audit_log_before_booking_idx alter column 1 set statistics 10;
-- Who looked at a customer; by booking, audit_log_after_booking_idx finds them.
create index audit_log_read_user_idx on public.audit_log ((after ->> 'user_id'))
  where action = 'read' and (after ->> 'user_id') is not null;
alter index public.audit_log_read_user_idx alter column 1 set statistics 10;
create trigger audit_log_kept before update or delete on public.audit_log
  for each row execute function app.append_only('before', 'after');
