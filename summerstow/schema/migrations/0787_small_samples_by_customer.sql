-- As the log's other indexes of expressions (migration 0550): few of its long rows are sampled.
alter index public.audit_log_read_user_idx alter column 1 set statistics 10;
