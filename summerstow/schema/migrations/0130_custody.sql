-- Every item in our keeping: its label, where it stands, and what happened to it, event by event.

create table public.locations (
  id uuid primary key default gen_random_uuid(),
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

-- What customers listed and what the crew added are one table; older hosts know it by its old name.
alter table public.booking_items rename to items;
alter table public.items rename column over_50_lb to heavy;
alter table public.items rename constraint booking_items_pkey to items_pkey;
alter table public.items rename constraint booking_items_booking_id_fkey to items_booking_id_fkey;
alter table public.items
  -- whose it is; none where its booking is nobody's account
  add column user_id uuid references public.users (id) on delete set null,
  add column number integer check (number > 0),
  add column label_code text,
  add column state text not null default 'listed' check (state in (
    'listed', 'packed', 'picked_up', 'in_storage', 'pulled', 'out_for_delivery', 'delivered',
    'missing', 'refused')),
  add column damaged boolean not null default false,
  -- for staff alone
  add column location_id uuid references public.locations (id),
  add column last_event_at timestamptz,
  add column last_event_words text;
comment on constraint items_user_id_fkey on public.items is 'not embedded';
comment on constraint items_location_id_fkey on public.items is 'not embedded';

alter table public.items disable trigger user;
with numbered as (
  select i.id, b.user_id, row_number() over (partition by i.booking_id order by i.created_at, i.id)
    as number
  from public.items i join public.bookings b on b.id = i.booking_id
)
update public.items i set number = n.number, user_id = n.user_id from numbered n where n.id = i.id;
alter table public.items enable trigger user;
alter table public.items
  alter column number set not null,
  add constraint items_number_key unique (booking_id, number) deferrable initially immediate;
create index items_user_idx on public.items (user_id);
create index items_location_idx on public.items (location_id) where location_id is not null;
create index items_state_idx on public.items (state) where state in ('missing', 'pulled');

-- What happened to an item is its own log; the audit log keeps what was said of it.
drop trigger booking_items_audit on public.items;
create trigger items_audit after insert or delete on public.items
  for each row execute function app.audit();
create trigger items_audit_change after update of
    booking_id, kind, description, boxed, heavy, declared_value_cents, picture_id, label_code
  on public.items for each row execute function app.audit();

-- The next number of its booking, and its booking's account.
create function app.number_item() returns trigger language plpgsql set search_path = '' as
$$
begin
  select b.user_id into new.user_id from public.bookings b where b.id = new.booking_id;
  if new.number is null then
    select coalesce(max(i.number), 0) + 1 into new.number
      from public.items i where i.booking_id = new.booking_id;
  end if;
  return new;
end
$$;
create trigger items_number before insert on public.items
  for each row execute function app.number_item();

-- A booking that finds its account, or loses it, takes its items along.
create function app.items_follow() returns trigger language plpgsql set search_path = '' as
$$
begin
  update public.items set user_id = new.user_id
    where booking_id = new.id and user_id is distinct from new.user_id;
  return null;
end
$$;
create trigger bookings_items after update of user_id on public.bookings
  for each row when (old.user_id is distinct from new.user_id)
  execute function app.items_follow();

-- For one version: hosts that are older than this table's name.
create view public.booking_items with (security_invoker = true) as
  select id, booking_id, kind, description, boxed, heavy as over_50_lb, declared_value_cents,
    created_at, updated_at, picture_id
  from public.items;

create sequence public.label_batch as integer;
create table public.labels (
  code text primary key check (code ~ '^SS-[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]$'),
  -- which printing; none for a label that its customer printed
  batch integer,
  campus_id integer references public.campuses (id),
  -- none while it is free
  item_id uuid unique references public.items (id) on delete set null,
  created_at timestamptz not null default now()
);
create index labels_batch_idx on public.labels (batch, code) where batch is not null;
alter table public.items add constraint items_label_code_fkey
  foreign key (label_code) references public.labels (code) deferrable initially deferred;
comment on constraint items_label_code_fkey on public.items is 'not embedded';
create unique index items_label_key on public.items (label_code);

create table public.item_events (
  -- made on the device: the same event sent again is the same row
  id uuid primary key,
  -- null where no item fits what was scanned
  item_id uuid references public.items (id) on delete cascade,
  kind text not null check (kind in (
    'listed', 'bound', 'packed', 'picked_up', 'shelved', 'pulled', 'loaded', 'delivered', 'missing',
    'found', 'damaged', 'refused', 'note')),
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
  blocked text check (blocked in ('item', 'label', 'stop', 'booking', 'location'))
);
create index item_events_item_idx on public.item_events (item_id, at);
create index item_events_booking_idx on public.item_events (booking_id) where booking_id is not null;
create index item_events_photo_idx on public.item_events (photo_id) where photo_id is not null;
create index item_events_location_idx on public.item_events (location_id, at)
  where location_id is not null;
comment on constraint item_events_location_id_fkey on public.item_events is 'not embedded';

-- Append-only but for what a person wrote, where they are erased.
create function app.keep_item_event() returns trigger language plpgsql as
$$
declare
  personal constant text[] := array['note', 'actor_id'];
begin
  if not app.erasing() or to_jsonb(new) - personal is distinct from to_jsonb(old) - personal then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger item_events_kept before update on public.item_events
  for each row execute function app.keep_item_event();

-- A case is of a stop's event or of an item's.
alter table public.custody_cases
  drop constraint custody_cases_event_id_fkey,
  drop constraint custody_cases_reason_check,
  drop constraint custody_cases_decision_check,
  add column about text not null default 'stop' check (about in ('stop', 'item')),
  add constraint custody_cases_reason_check check (case about
    when 'stop' then
      reason in ('other_count', 'taken_back', 'cancelled', 'moved', 'ended', 'gone', 'refused')
    else reason in ('order', 'item', 'label', 'stop', 'booking', 'location') end),
  -- of an item: seen, with words of what was done about it
  add constraint custody_cases_decision_check check (
    decision in ('accept', 'keep') and about = 'stop' or decision = 'seen' and about = 'item');
create function app.drop_case() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  delete from public.custody_cases where event_id = old.id;
  return null;
end
$$;
create trigger custody_events_case_gone after delete on public.custody_events
  for each row execute function app.drop_case();
create trigger item_events_case_gone after delete on public.item_events
  for each row execute function app.drop_case();

-- What stood on a shelf by its labels, and what a person makes of the difference.
create table app.stocktakes (
  id uuid primary key default gen_random_uuid(),
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
