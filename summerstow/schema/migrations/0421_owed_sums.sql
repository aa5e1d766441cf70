-- What is owed, summed by the day on which it is due: the job `sums` writes down each open invoice
-- and adds it up. What happens to one of these takes it out again, by a row of its own, so that
-- nobody who pays waits for another; it counts from its own rows until the job has been there.
alter table app.open_invoices
  -- as it is in the sums; null: it is not. Names that nobody joins with those of an invoice
  add counted_due_on date,
  add counted_campus_id integer,
  add counted_cents integer;
-- The table has what is open alone.
-- squawk-ignore require-concurrent-index-creation
create index open_invoices_beside_idx on app.open_invoices (invoice_id)
  where counted_cents is null;

create table app.owed_sums (
  due_on date not null,
  campus_id integer not null,
  invoices integer not null,
  owed_cents bigint not null,
  primary key (due_on, campus_id)
);
create table app.owed_changes (
  id bigint generated always as identity primary key,
  due_on date not null,
  campus_id integer not null,
  invoices integer not null,
  owed_cents bigint not null
);

create function app.take_from_owed() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  insert into app.owed_changes (due_on, campus_id, invoices, owed_cents)
  values (old.counted_due_on, old.counted_campus_id, -1, -old.counted_cents);
  return null;
end
$$;
create trigger open_invoices_gone after delete on app.open_invoices
  for each row when (old.counted_cents > 0) execute function app.take_from_owed();
create trigger open_invoices_changed after update on app.open_invoices
  for each row when (old.counted_cents > 0 and new.counted_cents is null)
  execute function app.take_from_owed();

-- Whoever changes what is owed holds the invoice's row, so that the job does not write down what was.
create function app.owe_again(invoices uuid[]) returns void language sql set search_path = '' as
$$
  select from app.open_invoices where invoice_id = any(invoices) order by invoice_id for update;
  update app.open_invoices
  set counted_due_on = null, counted_campus_id = null, counted_cents = null
  where invoice_id = any(invoices) and counted_cents is not null;
$$;
create or replace function app.invoice_closes() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  one constant uuid := case tg_table_name when 'invoices' then to_jsonb(new) ->> 'id'
    else to_jsonb(new) ->> 'invoice_id' end;
begin
  delete from app.open_invoices where invoice_id = one
    and not exists (select from app.invoice_owed i where i.id = one and i.owed_cents > 0);
  if not found then
    perform app.owe_again(array[one]);
  end if;
  return null;
end
$$;

-- Another day on which a fee is due, and another campus, to which a booking takes its invoices.
create function app.proposal_due_again() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.owe_again(array[old.invoice_id, new.invoice_id]);
  return null;
end
$$;
create trigger fee_proposals_due after insert or update or delete on public.fee_proposals
  for each row execute function app.proposal_due_again();
create function app.move_owed() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.owe_again(array(select id from public.invoices where booking_id = new.id));
  return null;
end
$$;
create trigger bookings_move_owed after update of campus_id on public.bookings
  for each row when (old.campus_id is distinct from new.campus_id)
  execute function app.move_owed();
