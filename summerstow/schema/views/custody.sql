-- For one version: hosts that are older than this table's name.
create or replace view public.booking_items with (security_invoker = true) as
  select id, booking_id, kind, description, boxed, heavy as over_50_lb, declared_value_cents,
    created_at, updated_at, picture_id
  from public.items;
