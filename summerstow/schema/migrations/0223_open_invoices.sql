-- The invoices of which something may still be owed: few beside those that are paid, and what the
-- office, the overview and the bank's file look through. A paid or void one never opens again.

create table app.open_invoices (
  invoice_id uuid primary key references public.invoices (id)
);

create function app.invoice_opens() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  insert into app.open_invoices (invoice_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger invoices_open after insert on public.invoices
  for each row when (new.subtotal_cents + new.tax_cents > 0) execute function app.invoice_opens();

create function app.invoice_closes() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one constant uuid := case tg_table_name when 'invoices' then to_jsonb(new) ->> 'id'
    else to_jsonb(new) ->> 'invoice_id' end;
begin
  delete from app.open_invoices where invoice_id = one
    and not exists (select from app.invoice_owed i where i.id = one and i.owed_cents > 0);
  return null;
end
$$;
create trigger settlements_close after insert on public.settlements
  for each row when (new.invoice_id is not null) execute function app.invoice_closes();
create trigger invoices_close after update of voided_at on public.invoices
  for each row when (new.voided_at is not null) execute function app.invoice_closes();
