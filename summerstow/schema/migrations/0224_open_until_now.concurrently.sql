-- Those of before. One that is paid in this moment may stay: whoever looks asks what is owed of it.
insert into app.open_invoices (invoice_id)
  select id from app.invoice_owed where owed_cents > 0 on conflict do nothing;
