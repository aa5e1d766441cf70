-- A recorded payment can be taken back by a counter-entry: a correction with the day on which the
-- bank had the payment. What the payment settled is taken back by settlements of the opposite sign.

-- The same transfer may be recorded again, for the right invoice; `cause` keeps it from counting
-- twice.
alter table public.ledger drop constraint ledger_bank_reference_key;

alter table public.settlements drop constraint settlements_amount_cents_check;
alter table public.settlements add constraint settlements_amount_cents_check
  check (amount_cents <> 0) not valid;

-- What is taken back counts on the day on which the payment did.
create or replace function app.money_of(kind text, day date, received_on date, amount_cents integer)
  returns table (on_day date, booked_cents integer, tax_cents integer, received_cents integer)
  language sql immutable as
$$
  select case when moved then received_on else day end,
    case when moved or kind = 'refund' then 0 else amount_cents end,
    case when kind = 'tax' then amount_cents else 0 end,
    case when moved or kind = 'refund' then -amount_cents else 0 end
  from (select kind = 'payment' or (kind = 'correction' and received_on is not null) as moved) one
  where kind not in ('waiver', 'write_off')
$$;

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
    perform app.owe_again(array[one]);
  else
    delete from app.open_invoices where invoice_id = one;
  end if;
  return null;
end
$$;
