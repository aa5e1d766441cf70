-- Which message told a customer of an invoice, of its correction, or of a payment: fields, so that
-- no statement has to know how the outbox names its causes.

create table app.announcements (
  kind text not null check (kind in ('invoice', 'voided', 'payment')),
  invoice_id uuid references public.invoices (id),
  payment_id uuid references public.ledger (id),
  -- none where the customer has no address, or the message was let go
  outbox_id bigint references app.outbox (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  constraint announcements_of_one check ((invoice_id is null) <> (payment_id is null)),
  constraint announcements_of_kind check ((kind = 'payment') = (payment_id is not null))
);
create unique index announcements_invoice_key on app.announcements (invoice_id, kind);
create unique index announcements_payment_key on app.announcements (payment_id);
create index announcements_outbox_idx on app.announcements (outbox_id);

insert into app.announcements (kind, invoice_id, outbox_id)
select 'invoice', i.id, o.id from public.invoices i join app.outbox o on o.cause = 'invoice:' || i.id;
insert into app.announcements (kind, payment_id, outbox_id)
select 'payment', l.id, o.id from public.ledger l join app.outbox o on o.cause = 'payment:' || l.id
where l.kind = 'payment';
