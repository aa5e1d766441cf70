-- A name may be changed and not left blank: one's own, and a customer's by an executive.
-- What the service key does, and an erasure, stays free.
create or replace function app.keep_name() returns trigger language plpgsql as
$$
begin
  if current_user in (
    'summerstow_customer', 'summerstow_worker', 'summerstow_admin', 'summerstow_executive'
  ) then
    raise exception 'Please enter a name.' using errcode = '23514';
  end if;
  return new;
end
$$;

-- As app.audit(), without what writes to the device.
create or replace function app.audit_push() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  secrets constant text[] := array['endpoint', 'p256dh', 'auth', 'session_id'];
begin
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name, coalesce(new.id, old.id)::text,
    case when tg_op <> 'INSERT' then to_jsonb(old) - secrets end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - secrets end
  );
  return null;
end
$$;

-- Who does what follows, for the log and the policies.
create or replace function app.acts(who text, person uuid) returns void language plpgsql as
$$
declare
  -- An assignment is no statement of its own.
  said constant text := set_config('app.role', who, true)
    || set_config('app.user_id', coalesce(person::text, ''), true);
begin
end
$$;
