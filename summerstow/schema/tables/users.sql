-- Profiles. A profile goes with its account.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text check (app.is_email(email)),
  role text not null default 'customer' check (role in ('admin', 'executive', 'worker', 'customer')),
  full_name text check (app.is_line(full_name, 200)),
  customer_id text not null unique check (customer_id ~ '^[A-Z0-9][A-Z0-9-]{1,31}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.users.full_name is 'sorted by app.name_key';
create unique index users_email_key on public.users (lower(email));
-- The search of customers, by the beginnings of words.
create index users_search_idx on public.users using gin (
  app.user_words(full_name, email, customer_id)
) where role = 'customer';
comment on index public.users_search_idx is 'asked as words app.user_words({0}.full_name, {0}.email, {0}.customer_id)';
create trigger users_audit after insert or update or delete on public.users
  for each row execute function app.audit();
create trigger users_set before update on public.users for each row execute function app.set_user();

-- At which campuses a member of staff works (none: at every one), and until which campus-local day.
-- Without a row neither is limited.
create table app.staff_terms (
  user_id uuid primary key references public.users (id) on delete cascade,
  campus_ids integer[] not null default '{}',
  last_day date check (app.is_plausible(last_day))
);

-- On which weekdays a worker can work (1 is Monday); without a row on every day.
create table app.work_weeks (
  user_id uuid primary key references public.users (id) on delete cascade,
  weekdays integer[] not null check (weekdays <@ '{1,2,3,4,5,6,7}')
);

-- Campus-local days on which a worker can work although the week says otherwise, or cannot.
create table app.work_days (
  user_id uuid not null references public.users (id) on delete cascade,
  day date not null check (app.is_plausible(day)),
  works boolean not null,
  primary key (user_id, day)
);

-- Whether a crew member's browser promised to keep unsent work on its device, by session: the row
-- goes with the session. Read and written by commands only.
create table app.device_storage (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  persistent boolean not null,
  reported_at timestamptz not null
);

-- Customers that the office joined into one. The merged account is closed at once, and deleted when
-- the merge can no longer be undone.
create table app.account_merges (
  id uuid default gen_random_uuid() primary key,
  target_id uuid not null references public.users (id) on delete cascade,
  -- null: a guest's booking was merged
  merged_id uuid,
  name text not null,
  email text,
  -- by which friends and labels know the merged customer
  customer_id text,
  -- the ids of the rows that moved, by table, and what bookings held before
  moved jsonb not null,
  -- lines of the audit log up to here are of before, or of the merge itself
  audit_id bigint not null default 0,
  merged_at timestamptz not null,
  merged_by uuid,
  undone_at timestamptz,
  closed_at timestamptz,
  constraint account_merges_ended_once check (undone_at is null or closed_at is null)
);
create index account_merges_target_idx on app.account_merges (target_id, merged_at);
create index account_merges_customer_idx on app.account_merges (customer_id) where undone_at is null;

-- Lists of the office as each of them likes to see them: a name and what stands behind the `?`.
create table app.saved_views (
  user_id uuid not null references public.users (id) on delete cascade,
  name text not null check (app.is_line(name, 60)),
  query text not null check (length(query) <= 500),
  saved_at timestamptz not null default now()
);
create unique index saved_views_name_key on app.saved_views (user_id, lower(name));

-- People whose account is gone and whom the audit log may still name: the job `erasure` goes through
-- it in slices, and takes the row away with the last one.
create table app.erasures (
  user_id uuid primary key,
  -- what the log may know the person by: ids of theirs, addresses and numbers
  ids text[] not null,
  own text[] not null,
  -- lines up to here are done; none after `until` is theirs: the address may begin anew
  done bigint not null default 0,
  until bigint not null
);

-- Devices that messages reach while their page is closed (Web Push).
create table public.push_subscriptions (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  -- the device's: whoever signs out there is told nothing there any more
  session_id uuid references auth.sessions (id) on delete cascade,
  -- whoever knows the address and the two keys can write to the device
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  user_agent text,
  created_at timestamptz not null default now()
);
comment on constraint push_subscriptions_user_id_fkey on public.push_subscriptions is 'not embedded';
create unique index push_subscriptions_endpoint_key on public.push_subscriptions (endpoint);
create index push_subscriptions_user_idx on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session_idx on public.push_subscriptions (session_id);
create trigger push_subscriptions_audit after insert or update or delete on public.push_subscriptions
  for each row execute function app.audit('endpoint', 'p256dh', 'auth', 'session_id');
