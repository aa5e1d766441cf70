-- Accounts. Names follow the wire if a column crosses it.
create table auth.users (
  id uuid default gen_random_uuid() primary key,
  email text check (app.is_email(email) and email = lower(email)),
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
  updated_at timestamptz not null default now(),
  invited_at timestamptz,
  -- a change that is not confirmed yet
  new_email text check (app.is_email(new_email)),
  new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  -- the mailbox that has already agreed to new_email; both must
  email_change_agreed text check (email_change_agreed in ('current', 'new')),
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  -- An account that was deleted but leaves its row: nobody gets in, and nothing names its person.
  deleted_at timestamptz,
  -- An address that counts as confirmed because auto-confirmation is on has been proved by nobody:
  -- it brings neither a listed staff role nor bookings until its mailbox is read.
  email_autoconfirmed boolean not null default false
);
create unique index users_email_key on auth.users (email);
create unique index users_phone_key on auth.users (phone);
create trigger users_touch before update on auth.users for each row execute function app.touch();

-- How an account signs in: by e-mail, phone or a provider.
create table auth.identities (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  -- what the provider calls the person; the account's id for e-mail and phone
  subject text not null,
  identity_data jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An identity whose address the provider had not verified: the confirmation mail that must be
  -- answered before it leads into the account. Any other proof of the address removes the identity.
  awaits_token uuid,
  constraint identities_subject_key unique (provider, subject)
);
create index identities_user_idx on auth.identities (user_id, created_at);

-- A refresh token names its session and a number; only the number that is current is kept here.
create table auth.sessions (
  id uuid default gen_random_uuid() primary key,
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

-- A sign-in that comes back with a code for its own browser (PKCE); its id is the OAuth state.
create table auth.flow_states (
  id uuid default gen_random_uuid() primary key,
  user_id uuid references auth.users (id) on delete cascade,
  -- the amr method of the session that it ends in
  method text not null,
  code_challenge text check (length(code_challenge) between 43 and 128),
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256 of the code, from the moment the link is used
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  -- null: a flow that a mail's link ends
  provider text,
  redirect_to text,
  -- what the provider must repeat in its ID token, and our own PKCE verifier towards it
  nonce text check (length(nonce) <= 255),
  provider_verifier text,
  -- linking by hand: whose account the identity joins
  target_user_id uuid references auth.users (id) on delete cascade,
  -- an invitation that is answered with the provider instead of its link
  invited_user_id uuid references auth.users (id) on delete cascade,
  -- when the provider sent the browser back: a state is good once
  returned_at timestamptz,
  -- the provider's tokens, encrypted under the code that only the browser holds
  sealed_tokens text,
  -- A provider's word about a person who asked to connect it, encrypted under the code that only the
  -- browser holds: the identity joins the account when the browser that began exchanges that code.
  sealed_identity text,
  constraint flow_states_challenge_pair check ((code_challenge is null) = (code_challenge_method is null))
);

-- What a mail or a text message lets its reader prove: one of a kind for each account.
create table auth.one_time_tokens (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new',
    'phone_confirmation', 'phone_change', 'reauthentication')
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
create index one_time_tokens_flow_idx on auth.one_time_tokens (flow_state_id);

-- When a message of a kind was last asked for, whether or not anybody has the address: the wait for
-- the next one must not tell. The address stands as a keyed hash.
create table auth.message_turns (
  kind text not null,
  address_hash bytea not null,
  at timestamptz not null,
  primary key (kind, address_hash)
);

-- A link that was just used, so that a second click in the same browser is answered as the first.
create table auth.used_links (
  link_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the browser's cookie
  browser_hash bytea not null,
  -- what it gave: a session, a code, or (neither) half of a change of address
  session_id uuid references auth.sessions (id) on delete cascade,
  flow_state_id uuid references auth.flow_states (id) on delete cascade,
  used_at timestamptz not null
);
create index used_links_user_idx on auth.used_links (user_id);

-- Where an account has signed in from: a kind of program and a network, both coarse.
create table auth.known_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  program text not null,
  network cidr not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, program, network)
);

-- Token buckets of all worker processes together. Not logged, so that a check costs no write to disk;
-- after a crash everybody starts anew. Half-filled pages let an update stay on its page.
create unlogged table auth.request_limits (
  key text primary key,
  -- when the bucket is full again if nobody asks any more
  full_at timestamptz not null
) with (fillfactor = 50);

-- Passwords tried and not found right, by account (a hash of the address) and place.
create unlogged table auth.password_attempts (
  key text primary key,
  attempts integer not null,
  last_at timestamptz not null
) with (fillfactor = 50);
