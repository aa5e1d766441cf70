-- Invoices of one amount, the latest first; with both its parts PostgreSQL counts them in the index.
create index concurrently if not exists invoices_gross_idx
  on public.invoices ((subtotal_cents + tax_cents), serial) include (subtotal_cents, tax_cents);
