-- Accounts and their sessions. Only the server's own role may touch this schema: nothing is granted.
-- Names follow the wire where a column crosses it.

create schema auth;
revoke all on schema auth from public;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  -- lower-cased by the server
  email text check (app.is_email(email)),
  -- E.164 digits without the plus sign
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- argon2id; null: signs in another way
  password_hash text,
  is_anonymous boolean not null default false,
  app_metadata jsonb not null default '{}' check (jsonb_typeof(app_metadata) = 'object'),
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  -- the last mail of each kind: the next one waits for the mail interval
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- the last notice that somebody tried to sign up with this address
  signup_notice_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  -- when SUMMERSTOW_ADMIN_EMAILS made this account an admin: once, at its first confirmed sign-in
  made_admin_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth.users (email);
create unique index users_phone_key on auth.users (phone);
create index users_created_idx on auth.users (created_at desc, id);
create trigger users_touch before update on auth.users for each row execute function app.touch();

-- A profile without an account cannot be, and goes with it.
alter table public.users alter column id drop default;
alter table public.users
  add constraint users_id_fkey foreign key (id) references auth.users (id) on delete cascade;

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  -- what the provider calls the person; the account's id for e-mail and phone
  subject text not null,
  identity_data jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identities_subject_key unique (provider, subject)
);
create index identities_user_idx on auth.identities (user_id, created_at);
create trigger identities_touch before update on auth.identities
  for each row execute function app.touch();

-- A refresh token names its session and a number; only the number that is current is kept here.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  -- when the last refresh tokens were spent, newest first: [1] is the parent of the current one
  refresh_spent_at timestamptz[] not null default '{}',
  refreshed_at timestamptz,
  -- null: lives until it is signed out
  not_after timestamptz,
  user_agent text check (length(user_agent) <= 255),
  ip inet,
  created_at timestamptz not null default now()
);
create index sessions_user_idx on auth.sessions (user_id, created_at desc);

-- How the session's person was recognised (the token's `amr`): one row for each method.
create table auth.session_methods (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  method text not null,
  at timestamptz not null default now(),
  primary key (session_id, method)
);

-- A sign-in that comes back with a code for its own browser (PKCE); its id is the OAuth state.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  -- the amr method of the session that it ends in
  method text not null,
  code_challenge text not null check (length(code_challenge) between 43 and 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256 of the code, from the moment the link is used
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now()
);
create index flow_states_created_idx on auth.flow_states (created_at);

-- What a mail or a text message lets its reader prove: one of a kind for each account.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone_change',
      'reauthentication')
  ),
  -- SHA-256 of what the link carries
  link_hash bytea not null unique,
  -- keyed hash of the six digits, which fall after too many wrong guesses
  code_hash bytea not null,
  wrong_guesses integer not null default 0,
  flow_state_id uuid references auth.flow_states (id) on delete set null,
  -- chosen at a repeated sign-up, and taken over only if this very message is answered
  password_hash text,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  constraint one_time_tokens_kind_key unique (user_id, kind)
);
create index one_time_tokens_created_idx on auth.one_time_tokens (created_at);
create index one_time_tokens_flow_idx on auth.one_time_tokens (flow_state_id);
