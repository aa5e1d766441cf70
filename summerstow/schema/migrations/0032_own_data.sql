-- Erasure that keeps the ledger without the name.

-- The last messages to somebody whose account is gone: their rows go with them.
alter table app.outbox add column forget boolean not null default false;
create index outbox_forget_idx on app.outbox (id) where forget;

-- Whether this transaction erases a person: nothing else may touch what is kept for good.
create function app.erasing() returns boolean language sql stable as
  $$ select coalesce(current_setting('app.erasing', true), '') = 'on' $$;

-- A row's values with all that may name a person blacked out: what stays is numbers, yes and no,
-- dates, ids, and the texts under the keys in `kept`.
create function app.without_person(payload jsonb, kept text[]) returns jsonb language sql immutable as
$$
  select case when payload is null then null else coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(value) in ('number', 'boolean', 'null') or key = any(kept) then value
    when value #>> '{}' ~ '^\d{4}-\d\d-\d\d(T[0-9:.+Z-]+)?$'
      or value #>> '{}' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then value
    else '"[erased]"'::jsonb
  end), '{}'::jsonb) end from jsonb_each(coalesce(payload, '{}'::jsonb))
$$;

-- The audit log is append-only but for `before` and `after` where a person is erased.
create function app.keep_audit() returns trigger language plpgsql as
$$
begin
  if not app.erasing() or to_jsonb(new) - array['before', 'after']
      is distinct from to_jsonb(old) - array['before', 'after'] then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
drop trigger audit_log_append_only on public.audit_log;
create trigger audit_log_append_only before delete or truncate on public.audit_log
  for each statement execute function app.refuse_change();
create trigger audit_log_kept before update on public.audit_log
  for each row execute function app.keep_audit();

-- The ledger is append-only but for `words`, where staff gave a reason and the person is erased.
create function app.keep_entry() returns trigger language plpgsql as
$$
begin
  if not app.erasing() or to_jsonb(new) - 'words' is distinct from to_jsonb(old) - 'words' then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
drop trigger ledger_append_only on public.ledger;
create trigger ledger_append_only before delete or truncate on public.ledger
  for each statement execute function app.refuse_change();
create trigger ledger_kept before update on public.ledger
  for each row execute function app.keep_entry();
