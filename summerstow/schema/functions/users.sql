-- The campuses of the asking member of staff; null where they are not limited.
create or replace function app.own_campuses() returns integer[] language sql stable security definer
  set search_path = '' as
  $$ select nullif(campus_ids, '{}') from app.staff_terms where user_id = app.user_id() $$;

-- A name may be changed and not left blank: one's own, and a customer's by an executive.
-- What the service key does, and an erasure, stays free.
create or replace function app.set_user() returns trigger language plpgsql as
$$
begin
  if new.full_name is distinct from old.full_name and coalesce(btrim(new.full_name), '') = ''
    and current_user in (
      'summerstow_customer', 'summerstow_worker', 'summerstow_admin', 'summerstow_executive'
    ) then
    raise exception 'Please enter a name.' using errcode = '23514';
  end if;
  new.updated_at := now();
  return new;
end
$$;
