-- Why staff changed a booking stands in the audit log beside what they changed, and a booking that
-- was replaced is found from its successor.

create or replace function app.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  reason text := nullif(current_setting('app.reason', true), '');
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value)
      into was, is_now
      from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key)
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
    lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'id'), was, is_now
  );
  return null;
end
$$;

create index bookings_superseded_idx on public.bookings (superseded_by) where superseded_by is not null;
