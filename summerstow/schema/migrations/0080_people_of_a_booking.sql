-- Who a booking is about: who books, who is at the door, who pays, and who wants text messages; how
-- its items are priced; and what is still missing before a crew can come.

alter table public.bookings
  add column booked_by text check (booked_by in ('student', 'parent')),
  -- who opens the door on the pickup day, where it is not whoever books
  add column contact_name text,
  add column contact_phone text,
  -- where invoices and receipts go, where it is not the booking's own address
  add column payer_email text,
  -- null: not asked
  add column text_messages boolean,
  -- null: not chosen, which counts as a bundle
  add column pricing text check (pricing in ('bundle', 'single_items')),
  -- when the customer said that the pickup stands
  add column pickup_confirmed_at timestamptz,
  add column needs text[] not null generated always as (
    case when status in ('pending', 'confirmed') then array_remove(array[
      case when coalesce(btrim(case residence_type when 'other' then address
        else coalesce(building_name, address) end), '') = '' then 'pickup_address' end,
      case when residence_type = 'other' and btrim(address) <> ''
        and address !~* '[a-z][0-9][a-z][ -]?[0-9][a-z][0-9]' then 'postal_code' end,
      case when pickup_date is null then 'pickup_date' end,
      case when coalesce(btrim(contact_phone), btrim(phone), btrim(guest_phone), '') = ''
        then 'phone' end
    ], null) else '{}' end) stored;
create index bookings_needs_idx on public.bookings (pickup_date) where needs <> '{}';

-- What the server derives of a row is no change that somebody made.
create or replace function app.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'needs' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'needs' end;
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
    lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'id'), was, is_now
  );
  return null;
end
$$;
