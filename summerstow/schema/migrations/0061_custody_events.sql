-- What a crew recorded at a stop, as it was recorded: never altered, and kept whether or not the stop
-- still was as the crew saw it. The record in `pickups` follows from these rows.
-- Kinds so far are those of a whole stop; items, locations and photos can join as kinds and columns.

create table public.custody_events (
  -- made on the device that recorded it: the same event sent again is the same row
  id uuid primary key,
  kind text not null check (kind in ('waiting', 'on_way', 'completed', 'counted')),
  -- null where nothing is left that it could belong to
  pickup_id uuid references public.pickups (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  -- the place in line as the device knew it, which may be gone
  stop_id uuid,
  day date not null check (app.is_plausible(day)),
  -- the status on the device's screen; null where it is not known
  seen text check (seen in ('scheduled', 'in_progress', 'completed')),
  items_counted integer check (items_counted between 0 and 500),
  signed_by text check (length(signed_by) > 0 and app.is_line(signed_by, 200)),
  strokes text check (length(strokes) <= 20000 and strokes ~ '^M[ML0-9 ]+$'),
  note text check (length(note) <= 500),
  -- as the device's clock said; null for what the server itself recorded
  device_at timestamptz,
  -- server clock minus device clock when it was sent
  clock_offset_ms bigint not null default 0,
  -- when it happened: the device's time put right by the offset, within the day and not in the future
  at timestamptz not null,
  received_at timestamptz not null,
  actor_id uuid,
  actor_role text not null,
  -- false: its booking had been cancelled, moved or closed when it came
  applies boolean not null default true,
  -- the event whose count and time a person accepted by this one
  decides uuid references public.custody_events (id) on delete cascade,
  constraint custody_events_signatures_are_whole check ((signed_by is null) = (strokes is null))
);
create index custody_events_pickup_idx on public.custody_events (pickup_id, at);
create index custody_events_booking_idx on public.custody_events (booking_id);
create index custody_events_decides_idx on public.custody_events (decides) where decides is not null;

-- Append-only but for what says who signed and what was noted, where the person is erased.
create function app.keep_custody_event() returns trigger language plpgsql as
$$
declare
  personal constant text[] := array['signed_by', 'strokes', 'note'];
begin
  if not app.erasing() or to_jsonb(new) - personal is distinct from to_jsonb(old) - personal then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger custody_events_kept before update on public.custody_events
  for each row execute function app.keep_custody_event();

-- Events that a person has to decide about, and what was decided.
create table public.custody_cases (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null unique references public.custody_events (id) on delete cascade,
  reason text not null check (
    reason in ('other_count', 'taken_back', 'cancelled', 'moved', 'ended', 'gone', 'refused')
  ),
  state text not null default 'open' check (state in ('open', 'settled')),
  -- accept: the crew's record; keep: what stood
  decision text check (decision in ('accept', 'keep')),
  words text check (length(words) <= 500),
  created_at timestamptz not null default now(),
  settled_by uuid,
  settled_at timestamptz,
  constraint custody_cases_settled_are_decided check (
    (state = 'settled') = (decision is not null and settled_at is not null)
  )
);
create index custody_cases_open_idx on public.custody_cases (created_at) where state = 'open';
create trigger custody_cases_audit after insert or update or delete on public.custody_cases
  for each row execute function app.audit();

-- Beside the moments when it happened, those when the server heard of it: what is sent because of a
-- pickup goes by these.
alter table public.pickups
  add column started_received_at timestamptz,
  add column completed_received_at timestamptz;
create index pickups_heard_idx on public.pickups ((coalesce(completed_received_at, completed_at)))
  where status = 'completed';
