-- A customer's booking. Its pickup, return and kit are stops of runs.
create table public.bookings (
  id uuid default coalesce((app.created_ids())[1], app.time_ordered_id()) primary key,
  user_id uuid references public.users (id) on delete set null,
  campus_id integer not null references public.campuses (id),
  first_name text,
  last_name text,
  guest_first_name text,
  guest_last_name text,
  email text,
  guest_email text,
  phone text,
  guest_phone text,
  residence_type text not null default 'on_campus',
  building_name text,
  address text,
  supply_kit_delivery_date date,
  pickup_date date,
  pickup_time text,
  return_delivery_date date,
  delivery_option text,
  delivery_address text,
  how_heard text not null default 'website',
  additional_comments text,
  has_flight boolean not null default false,
  flight_time text,
  status text not null default 'pending',
  -- the place of slot_availability that this booking holds, if its window has a limit
  slot_id uuid references public.slot_availability (id),
  -- a later booking of the same customer that took this one's stead ("Need changes?")
  superseded_by uuid references public.bookings (id),
  cancellation_note text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  cancellation_fee_cents integer,
  -- what a change of place with too little notice cost, summed
  location_fee_cents integer not null default 0,
  -- the place that was kept for this booking while its form was filled in
  hold_id uuid,
  -- the window of the delivery, and the place of slot_availability that it holds
  return_delivery_time text,
  return_slot_id uuid references public.slot_availability (id),
  -- Whose referral id a booking was made with.
  referral_code text,
  -- until when the place is held; null where nothing is waited for
  confirm_by timestamptz,
  -- when its guest showed, by the link of a mail, that the address is theirs
  email_confirmed_at timestamptz,
  booked_by text,
  -- who opens the door on the pickup day, where it is not whoever books
  contact_name text,
  contact_phone text,
  contact_email text,
  contact_language text,
  -- who pays, if not the customer; invoices and receipts go to their address
  payer_name text,
  payer_phone text,
  payer_email text,
  payer_language text,
  -- null: not asked
  text_messages boolean,
  -- null: not chosen, which counts as a bundle
  pricing text,
  -- how many items its customer expects to hand over; null: not said
  expected_items integer,
  -- what those that are not listed yet are to be protected for
  expected_value_cents integer,
  -- the crew's count that its customer accepted as right
  accepted_count integer,
  -- when the customer said that the pickup stands
  pickup_confirmed_at timestamptz,
  needs text[] not null generated always as (
    case when status in ('pending', 'confirmed') then array_remove(array[
    case when coalesce(btrim(case residence_type when 'other' then address
      else coalesce(building_name, address) end), '') = '' then 'pickup_address' end,
    case when residence_type = 'other' and btrim(address) <> ''
      and address !~* '[a-z][0-9][a-z][ -]?[0-9][a-z][0-9]' then 'postal_code' end,
    case when pickup_date is null then 'pickup_date' end,
    case when coalesce(btrim(contact_phone), btrim(phone), btrim(guest_phone), '') = ''
      then 'phone' end
  ], null) else '{}' end) stored,
  constraint bookings_first_name_check
    check (length(first_name) <= 100 and first_name !~ '[[:cntrl:]]'),
  constraint bookings_last_name_check
    check (length(last_name) <= 100 and last_name !~ '[[:cntrl:]]'),
  constraint bookings_guest_first_name_check
    check (length(guest_first_name) <= 100 and guest_first_name !~ '[[:cntrl:]]'),
  constraint bookings_guest_last_name_check
    check (length(guest_last_name) <= 100 and guest_last_name !~ '[[:cntrl:]]'),
  constraint bookings_phone_check check (length(phone) <= 32 and phone !~ '[[:cntrl:]]'),
  constraint bookings_guest_phone_check
    check (length(guest_phone) <= 32 and guest_phone !~ '[[:cntrl:]]'),
  constraint bookings_building_name_check
    check (length(building_name) <= 200 and building_name !~ '[[:cntrl:]]'),
  constraint bookings_how_heard_check
    check (length(how_heard) <= 100 and how_heard !~ '[[:cntrl:]]'),
  constraint bookings_referral_code_check
    check (length(referral_code) <= 32 and referral_code !~ '[[:cntrl:]]'),
  constraint bookings_pickup_time_check
    check (length(pickup_time) <= 40 and pickup_time !~ '[[:cntrl:]]'),
  constraint bookings_return_delivery_time_check
    check (length(return_delivery_time) <= 40 and return_delivery_time !~ '[[:cntrl:]]'),
  constraint bookings_address_check check (length(address) <= 500),
  constraint bookings_delivery_address_check check (length(delivery_address) <= 500),
  constraint bookings_additional_comments_check check (length(additional_comments) <= 2000),
  constraint bookings_cancellation_note_check check (length(cancellation_note) <= 500),
  constraint bookings_email_check check (app.is_email(email)),
  constraint bookings_guest_email_check
    check (guest_email is not distinct from email or app.is_email(guest_email)),
  -- An invalid address violates bookings_guest_email_check instead.
  constraint bookings_guest_address_is_the_address
    check (guest_email is null or coalesce(lower(guest_email) = lower(email), false)
      or not app.is_email(guest_email)),
  constraint bookings_residence_type_check check (residence_type in ('on_campus', 'other')),
  constraint bookings_delivery_option_check
    check (delivery_option in ('same_city', 'different_city', 'decide_later')),
  constraint bookings_flight_time_check check (flight_time in ('morning', 'afternoon', 'evening')),
  constraint bookings_booked_by_check check (booked_by in ('student', 'parent')),
  constraint bookings_pricing_check check (pricing in ('bundle', 'single_items')),
  constraint bookings_expected_items_check check (expected_items between 1 and 100),
  constraint bookings_expected_value_cents_check check (expected_value_cents between 0 and 1000000),
  constraint bookings_status_check check (status in
      ('pending', 'confirmed', 'in_queue', 'picked_up', 'delivered', 'completed', 'cancelled')),
  constraint bookings_supply_kit_delivery_date_check
    check (app.is_plausible(supply_kit_delivery_date)),
  constraint bookings_pickup_date_check check (app.is_plausible(pickup_date)),
  constraint bookings_return_delivery_date_check check (app.is_plausible(return_delivery_date)),
  constraint bookings_cancellation_fee_cents_check check (cancellation_fee_cents >= 0),
  constraint bookings_location_fee_cents_check check (location_fee_cents >= 0)
) with (fillfactor = 85);

comment on constraint bookings_return_slot_id_fkey on public.bookings is 'not embedded';
comment on column public.bookings.first_name is 'sorted by app.name_key';
comment on column public.bookings.last_name is 'sorted by app.name_key';
-- The office's list, newest first.
create index bookings_created_idx on public.bookings (created_at desc, id);
create index bookings_slot_idx on public.bookings (slot_id) where slot_id is not null;
-- Bookings of an address, which is a guest's too: possible duplicates, and the account that a guest
-- opens later.
create index bookings_email_idx on public.bookings (lower(email));
create index bookings_return_slot_idx on public.bookings (return_slot_id)
  where return_slot_id is not null;
create index bookings_superseded_idx on public.bookings (superseded_by) where superseded_by is not null;
-- Lists of some pickup days: filtered, sorted and counted in the index.
create index bookings_pickup_days_idx on public.bookings (pickup_date desc nulls last, campus_id, status)
  include (created_at, id, delivery_option);
-- Lists of some return days, as above.
create index bookings_return_days_idx on public.bookings (return_delivery_date, return_delivery_time, id)
  include (created_at, campus_id, status) where return_delivery_date is not null;
-- The bookings of an account, newest first, with their ids for its invoices.
create index bookings_of_user_idx on public.bookings (user_id, created_at desc) include (id) where user_id is not null;
-- The search of bookings, by the beginnings of words.
create index bookings_search_idx on public.bookings using gin (
  app.booking_words(id, first_name, last_name, email, phone, building_name, address)
) with (gin_pending_list_limit = 512);
comment on index public.bookings_search_idx is 'asked as words app.booking_words({0}.id, {0}.first_name, {0}.last_name, {0}.email, {0}.phone, {0}.building_name, {0}.address)';
-- The search of those who open the door or pay.
create index bookings_door_search_idx on public.bookings using gin (
  app.door_words(contact_name, contact_phone, contact_email, payer_name, payer_phone, payer_email)
) with (gin_pending_list_limit = 512)
  where coalesce(contact_name, contact_phone, contact_email, payer_name, payer_phone, payer_email)
    is not null;
-- Lists sorted by name, without a key for each row.
create index bookings_name_key_idx on public.bookings (
  (app.name_key(first_name) collate "C"), (app.name_key(last_name) collate "C"));
create trigger bookings_audit after delete or update on public.bookings
  for each row execute function app.audit();
create trigger bookings_updated before update on public.bookings
  for each row execute function app.update_booking();
create trigger bookings_made after insert on public.bookings
  referencing new table as added for each statement execute function app.bookings_are_made();
-- At the end of the transaction, so that nobody else waits for the days it takes, and because whoever
-- holds the day already may be moving this very stop.
create constraint trigger bookings_stops after insert or update on public.bookings
  deferrable initially deferred for each row execute function app.booking_has_stops();

-- Under which list a booking was made.
create table app.booking_prices (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  valid_from date not null,
  digest text not null,
  constraint booking_prices_list_is_never_altered
    foreign key (valid_from, digest) references app.price_lists (valid_from, digest)
);
create index booking_prices_list_idx on app.booking_prices (valid_from);

-- Bookings that wait: the network address they came from, and their reminder. Gone with the waiting.
create table app.unconfirmed_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  address text,
  remind_at timestamptz not null,
  reminded_at timestamptz
);

-- What the links of a guest's mails end with, as hashes.
create table app.guest_links (
  token_hash bytea primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade
);
create index guest_links_booking_idx on app.guest_links (booking_id);

-- Invitations to whoever was booked by phone: a link to the mail that sets the account's password.
create table app.account_invitations (
  -- one at a time: a new one ends the one before
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- what the link ends with, as its hash
  token_hash bytea not null unique,
  -- where it was sent, which is what whoever has it has shown to be theirs
  email text not null,
  sent_at timestamptz not null,
  ends_at timestamptz not null
);

-- Bookings that look like one person's, and are different people's by the office's word: both ways.
create table app.different_people (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  other_id uuid not null references public.bookings (id) on delete cascade,
  decided_at timestamptz not null default now(),
  decided_by uuid,
  primary key (booking_id, other_id)
);
create index different_people_other_idx on app.different_people (other_id);

-- Closed bookings whose messages and photos are deleted.
create table app.cleared_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- one that was changed since is looked at again
  cleared_at timestamptz not null
);

-- Every change of a booking's pickup, kit or return date, with the reason; never altered but for the
-- answer to one that was only asked for.
create table public.date_changes (
  id uuid default gen_random_uuid() primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  field text not null check (
    field in ('pickup_date', 'supply_kit_delivery_date', 'return_delivery_date')
  ),
  was_date date,
  was_time text,
  is_date date,
  is_time text,
  reason text not null check (reason in ('customer', 'crew', 'weather', 'building', 'other')),
  note text check (length(note) <= 500),
  -- minutes from the change to the start of the window that was booked; null where there was none
  notice_minutes integer,
  state text not null default 'done' check (state in ('done', 'asked', 'refused', 'withdrawn'))
);
create index date_changes_booking_idx on public.date_changes (booking_id, at);
-- Requests that wait for an answer, every few seconds.
create index date_changes_asked_idx on public.date_changes (at) where state = 'asked';

-- The calendar entries of a booking, as its last messages gave them; `sequence` grows with each.
create table app.calendar_entries (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  visit text not null check (visit in ('pickup', 'delivery', 'kit')),
  sequence integer not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- when the customer was last told of this visit: a reminder that was due before is not sent
  told_at timestamptz not null,
  primary key (booking_id, visit)
);

-- Quotes for deliveries to another city: asked for, priced by staff, accepted by the customer.
create table public.delivery_quotes (
  id uuid default gen_random_uuid() primary key,
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
  constraint delivery_quotes_decided check ((state in ('asked', 'sent')) = (decided_at is null)),
  constraint delivery_quotes_priced check (
    (cents is null) = (sent_at is null) and (cents is null) = (valid_until is null)
    and (cents is not null or state in ('asked', 'withdrawn'))
  )
);
-- One at a time stands for a booking.
create unique index delivery_quotes_live_key on public.delivery_quotes (booking_id)
  where state in ('asked', 'sent', 'accepted');
create index delivery_quotes_booking_idx on public.delivery_quotes (booking_id, asked_at);
create trigger delivery_quotes_audit after insert or update or delete on public.delivery_quotes
  for each row execute function app.audit();
