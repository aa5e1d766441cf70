-- The list that holds on a campus-local day: the latest that has begun, else the first there is.
create or replace function app.price_list_on(day date) returns date language plpgsql stable as
$$
begin
  return coalesce(
    (select max(valid_from) from app.price_lists where valid_from <= day),
    (select min(valid_from) from app.price_lists)
  );
end
$$;

-- Only that it became void may be added to an invoice. (Its number is generated after this trigger.)
create or replace function app.keep_invoice() returns trigger language plpgsql as
$$
begin
  if tg_op = 'DELETE' or old.voided_at is not null
    or to_jsonb(new) - array['voided_at', 'void_reason', 'number']
      is distinct from to_jsonb(old) - array['voided_at', 'void_reason', 'number'] then
    raise exception 'an invoice is never altered' using errcode = '42501';
  end if;
  return new;
end
$$;

-- Keep `app.open_invoices`. An invoice opens again if what settled it is taken back.
create or replace function app.list_open_invoice() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one constant uuid := case tg_table_name when 'invoices' then to_jsonb(new) ->> 'id'
    else to_jsonb(new) ->> 'invoice_id' end;
begin
  if exists (select from app.invoice_owed i where i.id = one and i.owed_cents > 0) then
    insert into app.open_invoices (invoice_id) values (one) on conflict do nothing;
  else
    delete from app.open_invoices where invoice_id = one;
  end if;
  return null;
end
$$;
