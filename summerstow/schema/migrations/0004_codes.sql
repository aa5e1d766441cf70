-- Links and codes by mail and text message: changes of address, invitations, and what is repeated.

alter table auth.users
  add column invited_at timestamptz,
  -- a change that is not confirmed yet
  add column new_email text check (app.is_email(new_email)),
  add column new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  -- the mailbox that has already agreed to new_email; both must
  add column email_change_agreed text check (email_change_agreed in ('current', 'new')),
  add column email_change_sent_at timestamptz,
  add column phone_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;
create index users_new_email_idx on auth.users (new_email) where new_email is not null;
create index users_new_phone_idx on auth.users (new_phone) where new_phone is not null;

alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check;
alter table auth.one_time_tokens add constraint one_time_tokens_kind_check check (
  kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new',
    'phone_confirmation', 'phone_change', 'reauthentication')
);

-- When a message of a kind was last asked for, whether or not anybody has the address: the wait for
-- the next one must not tell. The address stands as a keyed hash.
create table auth.message_turns (
  kind text not null,
  address_hash bytea not null,
  at timestamptz not null,
  primary key (kind, address_hash)
);
create index message_turns_at_idx on auth.message_turns (at);

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
create index used_links_at_idx on auth.used_links (used_at);
create index used_links_user_idx on auth.used_links (user_id);
