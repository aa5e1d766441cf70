-- Numbers each printing of labels.
create sequence public.label_batch;

-- Shelves of the warehouse.
create table public.locations (
  id uuid default gen_random_uuid() primary key,
  campus_id integer not null references public.campuses (id),
  -- site, bay and shelf, as its own label says: V-03-2
  code text not null unique check (code ~ '^[A-Z]{1,3}-[0-9]{2}-[0-9]{1,2}$'),
  -- how many items fit
  places integer not null check (places between 1 and 2000),
  created_at timestamptz not null default now()
);
create index locations_campus_idx on public.locations (campus_id, code);
create trigger locations_audit after insert or update or delete on public.locations
  for each row execute function app.audit();

-- Every item in our keeping: its label, its location and its last event.
create table public.items (
  -- chosen by whoever adds it, so that a request that is sent twice adds one
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- 'box', a loose thing of facts/storage.json, or 'other'
  kind text not null constraint booking_items_kind_check check (kind ~ '^[a-z][a-z-]{0,39}$'),
  description text not null constraint booking_items_description_check check (length(description) > 0
    and app.is_line(description, 120)),
  boxed boolean not null,
  heavy boolean not null default false,
  declared_value_cents integer not null default 0
    constraint booking_items_declared_value_cents_check check (declared_value_cents between 0 and 50000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture_id uuid constraint booking_items_picture_id_fkey references app.pictures (id) on delete set null,
  -- An item whose words may mean something that we do not store is accepted and shown to staff.
  to_check text,
  -- the friend who shares the bundle, if it is not the booking's customer's
  member_id uuid references app.plan_members (id),
  -- whose it is; none where its booking is nobody's account
  user_id uuid references public.users (id) on delete set null,
  -- 1..n of its person
  number integer not null check (number > 0),
  label_code text,
  state text not null default 'listed' check (state in (
    'listed', 'packed', 'picked_up', 'in_storage', 'pulled', 'out_for_delivery', 'shipped',
    'delivered', 'missing', 'refused')),
  damaged boolean not null default false,
  -- for staff alone
  location_id uuid references public.locations (id),
  last_event_at timestamptz,
  last_event_words text,
  constraint items_number_key unique nulls not distinct (booking_id, member_id, number) deferrable
);
comment on constraint items_location_id_fkey on public.items is 'not embedded';
comment on constraint items_user_id_fkey on public.items is 'not embedded';
create index booking_items_booking_idx on public.items (booking_id, created_at);
create unique index booking_items_picture_key on public.items (picture_id);
create index items_user_idx on public.items (user_id);
create index items_location_idx on public.items (location_id) where location_id is not null;
create unique index items_label_key on public.items (label_code);
-- Not where an item stands: its events say that.
create trigger items_audit after insert or delete or update of
    booking_id, member_id, kind, description, boxed, heavy, declared_value_cents, picture_id,
    label_code
  on public.items for each row execute function app.audit();
create trigger items_set before insert or update on public.items
  for each row execute function app.set_item();

-- Labels that were printed, and the item each is bound to.
create table public.labels (
  code text primary key check (code ~ '^SS-[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]$'),
  -- which printing; none for a label that its customer printed
  batch integer,
  campus_id integer references public.campuses (id),
  -- none while it is free
  item_id uuid unique references public.items (id) on delete set null,
  -- whose customer may bind it: it was made for this booking, or handed out to it
  booking_id uuid references public.bookings (id) on delete set null,
  -- with a kit: the labels of one strip have the same moment
  handed_out_at timestamptz,
  created_at timestamptz not null default now()
);
create index labels_booking_idx on public.labels (booking_id) where booking_id is not null;
comment on constraint labels_booking_id_fkey on public.labels is 'not embedded';
alter table public.items add constraint items_label_code_fkey foreign key (label_code) references public.labels (code) deferrable initially deferred;
comment on constraint items_label_code_fkey on public.items is 'not embedded';

-- Items that come back while the rest stays: collected at the warehouse, brought to a door, shipped.
create table app.part_returns (
  -- made by the client: the same request sent again books one
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- a friend's who shares the bundle; null: the customer's
  member_id uuid references app.plan_members (id) on delete cascade,
  item_ids uuid[] not null check (cardinality(item_ids) between 1 and 100),
  way text not null check (way in ('collect', 'bring', 'ship')),
  day date,
  "window" text,
  address text check (length(address) <= 300),
  slot_id uuid references public.slot_availability (id),
  -- before tax, by the booking's price list or the office's quote; null: no quote yet
  cents integer check (cents >= 0),
  state text not null default 'booked'
    check (state in ('asked', 'quoted', 'booked', 'done', 'cancelled')),
  -- why it was cancelled, and what the office says with a quote
  words text check (length(words) <= 500),
  carrier text check (app.is_line(carrier, 60)),
  tracking text[] not null default '{}' check (cardinality(tracking) <= 20),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint part_returns_visit check ((way = 'ship') = (day is null) and (day is null) = ("window" is null)),
  constraint part_returns_place check ((way = 'collect') = (address is null)),
  constraint part_returns_quote check ((cents is null) <= (way = 'ship' and state in ('asked', 'cancelled'))),
  constraint part_returns_ended check ((state in ('done', 'cancelled')) = (done_at is not null))
);
create index part_returns_booking_idx on app.part_returns (booking_id);
create index part_returns_day_idx on app.part_returns (day) where done_at is null;
create index part_returns_slot_idx on app.part_returns (slot_id) where slot_id is not null;
create index part_returns_member_idx on app.part_returns (member_id) where member_id is not null;
-- The visit that brings them; no other stop of the booking and day is one with it.
alter table public.run_stops add column part_return_id uuid
  references app.part_returns (id) on delete cascade;
comment on constraint run_stops_part_return_id_fkey on public.run_stops is 'not embedded';
create unique index run_stops_once_key on public.run_stops (booking_id, kind, date, part_return_id)
  nulls not distinct where booking_id is not null;
create index run_stops_part_return_idx on public.run_stops (part_return_id)
  where part_return_id is not null;

-- What happened to items, event by event.
create table public.item_events (
  -- made on the device: the same event sent again is the same row
  id uuid primary key,
  -- null where no item fits what was scanned
  item_id uuid references public.items (id) on delete cascade,
  kind text not null check (kind in (
    'listed', 'bound', 'packed', 'picked_up', 'shelved', 'pulled', 'loaded', 'shipped', 'delivered',
    'missing',
    'found', 'damaged', 'refused', 'note', 'taken_back')),
  -- when it happened: the device's time, put right where its clock is off
  at timestamptz not null,
  received_at timestamptz not null,
  clock_offset_ms bigint not null default 0,
  -- as it was scanned
  label_code text,
  booking_id uuid references public.bookings (id) on delete cascade,
  stop_id uuid,
  location_id uuid references public.locations (id),
  -- a photo may arrive later than its event
  photo_id uuid,
  note text check (length(note) <= 500),
  actor_id uuid,
  actor_role text not null,
  -- why it says nothing of its item; a person looks at it
  blocked text check (blocked in (
    'item', 'label', 'unknown_label', 'stop', 'completed', 'far', 'booking', 'unknown_booking',
    'ended', 'location', 'photo', 'scan')),
  -- What the crew weighs at the door is part of what was recorded.
  heavy boolean,
  -- of kind taken_back: the scan that counts no more
  reverses uuid
);
comment on constraint item_events_location_id_fkey on public.item_events is 'not embedded';
create index item_events_item_idx on public.item_events (item_id, at);
create index item_events_booking_idx on public.item_events (booking_id) where booking_id is not null;
-- The event of a photo, when it is uploaded or shown.
create index item_events_photo_idx on public.item_events (photo_id) where photo_id is not null;
create index item_events_location_idx on public.item_events (location_id, at)
  where location_id is not null;
-- Whether a scan was taken back.
create index item_events_reverses_idx on public.item_events (reverses)
  where reverses is not null;
-- A scan of a free or unknown label finds its item later, once. A photo goes before its event.
create trigger item_events_kept before update on public.item_events for each row
  when (old.item_id is not null or old.blocked is null or old.blocked not in ('label', 'scan')
    or new.item_id is null
    or to_jsonb(old.*) - array['item_id', 'blocked'] is distinct from
      to_jsonb(new.*) - array['item_id', 'blocked'])
  execute function app.append_only('note', 'actor_id', 'photo_id');

-- Events that a person has to decide about, and what was decided.
create table public.custody_cases (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null generated always as (coalesce(item_event_id, stop_event_id)) stored,
  item_event_id uuid unique references public.item_events (id) on delete cascade,
  stop_event_id uuid references public.stop_events (id) on delete cascade,
  -- stop: the count of a pickup; verb: another event of a stop
  about text not null check (about in ('stop', 'verb', 'item')),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'settled')),
  -- accept: the crew's record; keep: what stood
  decision text,
  words text check (length(words) <= 500),
  created_at timestamptz not null default now(),
  settled_by uuid,
  settled_at timestamptz,
  unique (event_id, about),
  constraint custody_cases_one_event_check check (num_nonnulls(item_event_id, stop_event_id) = 1
    and (about = 'item') = (item_event_id is not null)),
  -- of an item: seen, with words of what was done about it
  constraint custody_cases_decision_check check (
    decision in ('accept', 'keep') and about = 'stop' or decision = 'seen' and about <> 'stop'),
  constraint custody_cases_reason_check check (case about
    when 'stop' then reason in ('other_count', 'other_signature', 'taken_back', 'cancelled', 'moved',
    'ended', 'gone', 'refused', 'far')
    when 'item' then reason in ('order', 'item', 'label', 'unknown_label', 'stop', 'completed',
    'far', 'booking', 'unknown_booking', 'ended', 'location', 'photo', 'scan', 'missing')
    else reason in ('unscanned', 'override', 'unsigned', 'gone', 'contradiction', 'missing_items',
    'other_date', 'ask_office', 'far')
    end),
  constraint custody_cases_settled_are_decided check (
    (state = 'settled') = (decision is not null and settled_at is not null)
  )
);
create index custody_cases_stop_event_idx on public.custody_cases (stop_event_id);
create trigger custody_cases_audit after insert or update or delete on public.custody_cases
  for each row execute function app.audit('item_event_id', 'stop_event_id');

-- What stood on a shelf by its labels, and what a person makes of the difference.
create table app.stocktakes (
  id uuid default gen_random_uuid() primary key,
  location_id uuid not null references public.locations (id),
  at timestamptz not null,
  received_at timestamptz not null,
  labels text[] not null,
  missing text[] not null,
  unexpected text[] not null,
  actor_id uuid,
  settled_at timestamptz,
  settled_by uuid
);
create index stocktakes_waiting_idx on app.stocktakes (location_id) where settled_at is null;
