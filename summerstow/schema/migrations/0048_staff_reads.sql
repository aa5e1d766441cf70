-- What staff read of customers stands in the audit log as `read`, beside the single looks (`view`).
-- The page of looks, and the page of everything else, are read newest first.
create index audit_log_reads_idx on public.audit_log (id) where action in ('view', 'read');
create index audit_log_changes_idx on public.audit_log (id) where action <> 'read';
drop index if exists public.audit_log_looks_idx;
