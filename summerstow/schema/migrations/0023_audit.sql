-- The audit log is read newest first, a page at a time, by day, by person, and for looks at customers.

create index audit_log_at_idx on public.audit_log (at);
create index audit_log_actor_idx on public.audit_log (actor_id, id) where actor_id is not null;
create index audit_log_looks_idx on public.audit_log (id) where action = 'view';
