-- Who asks: set by the server for the transaction, null for anybody else.
create or replace function app.user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- The rows that this very request has made, so that a guest may read them back in its answer.
create or replace function app.created_ids() returns uuid[] language sql stable as
  $$ select coalesce(nullif(current_setting('app.created', true), ''), '{}')::uuid[] $$;

create or replace function app.touch() returns trigger language plpgsql as
$$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Whether this transaction erases a person: nothing else may touch what is kept for good.
create or replace function app.erasing() returns boolean language sql stable as
  $$ select coalesce(current_setting('app.erasing', true), '') = 'on' $$;

-- A row's values with all that may name a person blacked out: what stays is numbers, yes and no,
-- dates, ids, and the texts under the keys in `kept`.
create or replace function app.without_person(payload jsonb, kept text[]) returns jsonb language sql immutable as
$$
  select case when payload is null then null else coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(value) in ('number', 'boolean', 'null') or key = any(kept) then value
    when value #>> '{}' ~ '^\d{4}-\d\d-\d\d(T[0-9:.+Z-]+)?$'
      or value #>> '{}' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then value
    else '"[erased]"'::jsonb
  end), '{}'::jsonb) end from jsonb_each(coalesce(payload, '{}'::jsonb))
$$;

-- Log a change of a row. The arguments are the columns that the log leaves out.
create or replace function app.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  hidden constant text[] := array['needs'] || tg_argv::text[];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  of_row constant jsonb := coalesce(is_now, was);
  changed constant text := coalesce(of_row ->> 'id', of_row ->> 'booking_id', of_row ->> 'campus_id');
  reason text := nullif(current_setting('app.reason', true), '');
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value)
      into was, is_now
      from jsonb_each(was) o join jsonb_each(is_now) n using (key)
      where o.value is distinct from n.value and key <> 'updated_at';
    if was is null then
      return null;
    end if;
    -- Among the values, so that erasing a person blacks it out like them.
    if reason is not null then
      is_now := is_now || jsonb_build_object('reason', reason);
    end if;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name, changed, was, is_now
  );
  return null;
end
$$;

-- Refuse every change, except of the columns that the arguments name: while a person is erased, or
-- `always`. TRUNCATE fires no row trigger, and only the owner may do it.
create or replace function app.append_only() returns trigger language plpgsql as
$$
declare
  free constant text[] := array(select replace(one, 'always ', '') from unnest(tg_argv::text[]) one
    where app.erasing() or one like 'always %');
begin
  if tg_level = 'ROW' and tg_op = 'UPDATE'
    and to_jsonb(new) - free is not distinct from to_jsonb(old) - free then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;
