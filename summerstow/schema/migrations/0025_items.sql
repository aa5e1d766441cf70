-- What customers say of their items before the pickup, the place of a delivery, withdrawn wishes.

create table public.booking_items (
  -- chosen by whoever adds it, so that a request that is sent twice adds one
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- 'box', a loose thing of facts/storage.json, or 'other'
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  description text not null check (length(description) > 0 and app.is_line(description, 120)),
  boxed boolean not null,
  over_50_lb boolean not null default false,
  declared_value_cents integer not null default 0 check (declared_value_cents between 0 and 50000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index booking_items_booking_idx on public.booking_items (booking_id, created_at);
create trigger booking_items_touch before update on public.booking_items
  for each row execute function app.touch();
create trigger booking_items_audit after insert or update or delete on public.booking_items
  for each row execute function app.audit();

alter table public.bookings
  -- the window of the delivery, and the place of slot_availability that it holds
  add column return_delivery_time text check (app.is_line(return_delivery_time, 40)),
  add column return_slot_id uuid references public.slot_availability (id);
-- rest/catalogue.py: a client's `slot_availability(…)` goes on to mean the pickup's.
comment on constraint bookings_return_slot_id_fkey on public.bookings is 'not embedded';
create index bookings_return_slot_idx on public.bookings (return_slot_id)
  where return_slot_id is not null;

-- A wish that its customer took back was not refused.
alter table public.date_changes
  drop constraint date_changes_state_check,
  add constraint date_changes_state_check check (state in ('done', 'asked', 'refused', 'withdrawn'));
