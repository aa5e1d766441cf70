-- Quotes for deliveries to another city: asked for, priced by staff, accepted by the customer.

create table public.delivery_quotes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- where to and when, as the booking says: a quote is for these and for no other
  address text not null check (length(address) between 1 and 500),
  day date not null,
  state text not null default 'asked' check (
    state in ('asked', 'sent', 'accepted', 'declined', 'withdrawn', 'expired')
  ),
  -- what the delivery costs, tax included
  cents integer check (cents between 100 and 500000),
  note text check (length(note) <= 500),
  -- the last day on which it can be accepted
  valid_until date,
  asked_at timestamptz not null default now(),
  sent_at timestamptz,
  sent_by uuid,
  -- when it was accepted, or ended, and who did that
  decided_at timestamptz,
  decided_by uuid,
  decided_role text,
  -- why it was withdrawn
  reason text check (app.is_line(reason, 200)),
  constraint delivery_quotes_priced check (
    (cents is null) = (sent_at is null) and (cents is null) = (valid_until is null)
    and (cents is not null or state in ('asked', 'withdrawn'))
  ),
  constraint delivery_quotes_decided check ((state in ('asked', 'sent')) = (decided_at is null))
);
-- One at a time stands for a booking.
create unique index delivery_quotes_live_key on public.delivery_quotes (booking_id)
  where state in ('asked', 'sent', 'accepted');
create index delivery_quotes_booking_idx on public.delivery_quotes (booking_id, asked_at);
create index delivery_quotes_open_idx on public.delivery_quotes (state, asked_at)
  where state in ('asked', 'sent');
create trigger delivery_quotes_audit after insert or update or delete on public.delivery_quotes
  for each row execute function app.audit();

-- Who asked before there was a place to keep it.
insert into public.delivery_quotes (booking_id, address, day)
  select id, trim(delivery_address), return_delivery_date from public.bookings
  where delivery_option = 'different_city' and return_delivery_date is not null
    and trim(coalesce(delivery_address, '')) <> ''
    and status in ('confirmed', 'in_queue', 'picked_up');
