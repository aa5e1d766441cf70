-- Who shares a bundle beside its owner, with items of their own. What is owed stays with this row when
-- the account goes.
create table app.plan_members (
  id uuid default gen_random_uuid() primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  joined_at timestamptz not null default now(),
  -- when the friend last heard of the pickup's day, window and place
  told_at timestamptz not null default now(),
  left_at timestamptz,
  -- a room in the owner's building where the crew picks up; null: the friend brings their items
  room text check (app.is_line(room, 100)),
  -- who is at the door for the friend, and who pays their share; null: they do
  contact_name text check (app.is_line(contact_name, 100)),
  contact_phone text check (app.is_line(contact_phone, 30)),
  payer_name text check (app.is_line(payer_name, 100)),
  payer_email text check (app.is_email(payer_email)),
  -- the owner took them out, rather than they left
  removed boolean not null default false,
  constraint plan_members_removed_left check (left_at is not null or not removed)
);
create unique index plan_members_once_key on app.plan_members (booking_id, user_id)
  where left_at is null;
create index plan_members_user_idx on app.plan_members (user_id) where left_at is null;
create trigger plan_members_audit after insert or update or delete on app.plan_members
  for each row execute function app.audit();

-- The link that asks friends in: one at a time for each bundle, of which only the hash is kept.
create table app.plan_invites (
  id uuid default gen_random_uuid() primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create unique index plan_invites_one_key on app.plan_invites (booking_id) where revoked_at is null;
create index plan_invites_booking_idx on app.plan_invites (booking_id);

-- A friend's first booking was picked up: a credit of the one who referred them.
create table app.referral_credits (
  id uuid default gen_random_uuid() primary key,
  referrer_id uuid not null references public.users (id) on delete cascade,
  friend_booking_id uuid not null unique references public.bookings (id) on delete cascade,
  earned_at timestamptz not null,
  -- the referrer's booking that it lessens
  used_on uuid references public.bookings (id),
  -- What a referral is worth was said when the friend booked. Credits so far are of the first list.
  cents integer not null default 1000 check (cents > 0)
);
create index referral_credits_referrer_idx on app.referral_credits (referrer_id, earned_at);
create index referral_credits_used_idx on app.referral_credits (used_on) where used_on is not null;

-- By what a friend is known again (hashes of account, address and phone): one credit a friend.
create table app.referred_friends (
  known_by bytea primary key,
  credit_id uuid not null references app.referral_credits (id) on delete cascade
);
create index referred_friends_credit_idx on app.referred_friends (credit_id);
