-- The nouns of the product.
-- `public` is what /rest/v1 exposes; `app` holds what no client may ask for; `auth` comes with 0002.

create schema app;

do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'summerstow_anon', 'summerstow_guest', 'summerstow_customer', 'summerstow_worker',
    'summerstow_admin', 'summerstow_executive', 'summerstow_service'
  ] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then
      null;  -- roles belong to the whole cluster: another database made it
    end;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      -- From PostgreSQL 16 on, whoever makes a role may administer it, but not yet become it.
      begin
        execute format('grant %I to current_user', role_name);
      exception when insufficient_privilege then
        if not pg_has_role(current_user, role_name, 'member') then
          raise;
        end if;
      end;
    end if;
  end loop;
end
$$;

-- Who asks: set by the server for the transaction, null for anybody else.
create function app.user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- The rows that this very request has made, so that a guest may read them back in its answer.
create function app.created_ids() returns uuid[] language sql stable as
  $$ select coalesce(nullif(current_setting('app.created', true), ''), '{}')::uuid[] $$;

create function app.touch() returns trigger language plpgsql as
$$
begin
  new.updated_at := now();
  return new;
end
$$;

-- One line of text without control characters: what a mail header, a label and a table cell can hold.
create function app.is_line(value text, max_length integer) returns boolean language sql immutable as
  $$ select value is null or (length(value) <= max_length and value !~ '[[:cntrl:]]') $$;

create function app.is_email(value text) returns boolean language sql immutable as
  $$ select value is null or (length(value) <= 255 and value ~ '^[^[:space:][:cntrl:]@<>"(),:;]+@[^[:space:][:cntrl:]@<>"(),:;]+\.[^[:space:][:cntrl:]@<>"(),:;.]+$') $$;

create function app.is_plausible(day date) returns boolean language sql immutable as
  $$ select day is null or day between date '2000-01-01' and date '2100-12-31' $$;

create table public.users (
  id uuid primary key default gen_random_uuid(),
  email text check (app.is_email(email)),
  role text not null default 'customer' check (role in ('admin', 'executive', 'worker', 'customer')),
  full_name text check (app.is_line(full_name, 200)),
  customer_id text not null unique check (customer_id ~ '^[A-Z0-9][A-Z0-9-]{1,31}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on public.users (lower(email));
create index users_role_idx on public.users (role, created_at desc);
create trigger users_touch before update on public.users for each row execute function app.touch();

create table public.campuses (
  id integer primary key,
  university text not null,
  campus text not null,
  country text not null default 'Canada',
  slug text not null unique,
  address text not null,
  unique (university, campus)
);

create table public.slot_availability (
  id uuid primary key default gen_random_uuid(),
  date date not null check (app.is_plausible(date)),
  campus_id integer not null references public.campuses (id),
  capacity integer not null default 5 check (capacity between 1 and 10000),
  available_slots integer not null default 5,
  -- null: the whole day
  time_of_day text default 'morning' check (time_of_day in ('morning', 'afternoon', 'evening')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint slot_availability_places check (available_slots between 0 and capacity),
  constraint slot_availability_window_key unique nulls not distinct (campus_id, date, time_of_day)
);
create trigger slot_availability_touch before update on public.slot_availability
  for each row execute function app.touch();

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.users (id) on delete set null,
  campus_id integer not null references public.campuses (id),
  first_name text check (app.is_line(first_name, 100)),
  last_name text check (app.is_line(last_name, 100)),
  guest_first_name text check (app.is_line(guest_first_name, 100)),
  guest_last_name text check (app.is_line(guest_last_name, 100)),
  email text check (app.is_email(email)),
  guest_email text check (app.is_email(guest_email)),
  phone text check (app.is_line(phone, 32)),
  guest_phone text check (app.is_line(guest_phone, 32)),
  residence_type text not null default 'on_campus' check (residence_type in ('on_campus', 'other')),
  building_name text check (app.is_line(building_name, 200)),
  address text check (length(address) <= 500),
  supply_kit_delivery_date date check (app.is_plausible(supply_kit_delivery_date)),
  pickup_date date check (app.is_plausible(pickup_date)),
  pickup_time text check (app.is_line(pickup_time, 40)),
  return_delivery_date date check (app.is_plausible(return_delivery_date)),
  delivery_option text check (delivery_option in ('same_city', 'different_city', 'decide_later')),
  delivery_address text check (length(delivery_address) <= 500),
  how_heard text not null default 'website' check (app.is_line(how_heard, 100)),
  additional_comments text check (length(additional_comments) <= 2000),
  has_flight boolean not null default false,
  flight_time text check (flight_time in ('morning', 'afternoon', 'evening')),
  status text not null default 'pending' check (
    status in ('pending', 'confirmed', 'in_queue', 'picked_up', 'delivered', 'completed', 'cancelled')
  ),
  -- the place of slot_availability that this booking holds, if its window has a limit
  slot_id uuid references public.slot_availability (id),
  -- a later booking of the same customer that took this one's stead ("Need changes?")
  superseded_by uuid references public.bookings (id),
  cancellation_note text check (length(cancellation_note) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookings_guest_address_is_the_address check (
    guest_email is null or lower(guest_email) = lower(email)
  )
);
create index bookings_user_idx on public.bookings (user_id, created_at desc) where user_id is not null;
create index bookings_created_idx on public.bookings (created_at desc, id);
create index bookings_pickup_idx on public.bookings (pickup_date, campus_id);
create index bookings_slot_idx on public.bookings (slot_id) where slot_id is not null;
create index bookings_guest_email_idx on public.bookings (lower(guest_email)) where user_id is null;
create trigger bookings_touch before update on public.bookings for each row execute function app.touch();

create table public.pickups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.users (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  pickup_date date not null check (app.is_plausible(pickup_date)),
  status text not null default 'scheduled' check (status in ('scheduled', 'in_progress', 'completed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pickups_user_day_key unique (user_id, pickup_date),
  constraint pickups_are_of_somebody check (user_id is not null or booking_id is not null)
);
create unique index pickups_guest_day_key on public.pickups (booking_id, pickup_date) where user_id is null;
create trigger pickups_touch before update on public.pickups for each row execute function app.touch();

create table public.pickup_queue (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.users (id) on delete cascade,
  booking_id uuid unique references public.bookings (id) on delete cascade,
  campus_id integer references public.campuses (id),
  pickup_date date not null check (app.is_plausible(pickup_date)),
  queue_position integer not null,
  is_ready boolean not null default false,
  pickup_id uuid references public.pickups (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pickup_queue_are_of_somebody check (user_id is not null or booking_id is not null)
);
create index pickup_queue_user_idx on public.pickup_queue (user_id, pickup_date);
create index pickup_queue_day_idx on public.pickup_queue (pickup_date, campus_id, queue_position, created_at);
create trigger pickup_queue_touch before update on public.pickup_queue
  for each row execute function app.touch();

-- What happened, in order, for good.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_row_idx on public.audit_log (table_name, row_id, id);

create function app.audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value)
      into was, is_now
      from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key)
      where o.value is distinct from n.value and key <> 'updated_at';
    if was is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'id'), was, is_now
  );
  return null;
end
$$;
create trigger bookings_audit after insert or update or delete on public.bookings
  for each row execute function app.audit();
create trigger users_audit after insert or update or delete on public.users
  for each row execute function app.audit();
create trigger slot_availability_audit after insert or update or delete on public.slot_availability
  for each row execute function app.audit();

create function app.refuse_change() returns trigger language plpgsql as
$$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;
create trigger audit_log_append_only before update or delete or truncate on public.audit_log
  for each statement execute function app.refuse_change();

-- Messages to be sent, written in the transaction that causes them; `cause` makes each one once.
create table app.outbox (
  id bigint generated always as identity primary key,
  cause text not null unique,
  kind text not null,
  channel text not null default 'mail' check (channel in ('mail', 'text')),
  recipient text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz
);
create index outbox_due_idx on app.outbox (due_at) where sent_at is null and given_up_at is null;

-- What would have been sent, while no mail server is configured.
create table app.captured_message (
  id bigint generated always as identity primary key,
  outbox_id bigint not null unique references app.outbox (id) on delete cascade,
  channel text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  links jsonb not null,
  sent_at timestamptz not null default now()
);
create index captured_message_recipient_idx on app.captured_message (lower(recipient), id desc);

-- The answer to a request that may be sent twice (Idempotency-Key).
create table app.idempotency (
  scope text not null,
  key text not null,
  request_hash text not null,
  result jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_created_idx on app.idempotency (created_at);
