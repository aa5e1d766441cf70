-- Supply kits: what is to be delivered, how far it is, and how many are left on each campus.

create table public.kit_deliveries (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  state text not null default 'requested' check (
    state in ('requested', 'packed', 'out', 'delivered', 'failed')
  ),
  note text check (length(note) <= 500),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint kit_deliveries_delivered_when check ((state = 'delivered') = (delivered_at is not null))
);
create trigger kit_deliveries_touch before update on public.kit_deliveries
  for each row execute function app.touch();

create table public.kit_stock (
  campus_id integer primary key references public.campuses (id),
  kits integer not null default 0 check (kits between 0 and 100000),
  updated_at timestamptz not null default now()
);
create trigger kit_stock_touch before update on public.kit_stock
  for each row execute function app.touch();

-- As app.audit(), for a table whose key is not called id.
create function app.audit_by_key() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
begin
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name,
    coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0]),
    to_jsonb(old), to_jsonb(new)
  );
  return null;
end
$$;
create trigger kit_deliveries_audit after insert or update or delete on public.kit_deliveries
  for each row execute function app.audit_by_key('booking_id');
create trigger kit_stock_audit after insert or update or delete on public.kit_stock
  for each row execute function app.audit_by_key('campus_id');

create index bookings_kit_idx on public.bookings (supply_kit_delivery_date, campus_id)
  where supply_kit_delivery_date is not null;
-- Two bookings of one person that know nothing of each other ("possible duplicate").
create index bookings_email_idx on public.bookings (lower(email));
