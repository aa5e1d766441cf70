-- An invoice opens again when what settled it is taken back.
create or replace function app.invoice_closes() returns trigger language plpgsql security definer
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
