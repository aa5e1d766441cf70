-- Friends who share a booking's bundle and pay for it, the links that ask them in, and referrals.

-- Who shares a bundle beside its owner. What somebody owes stays with this row when the account goes.
create table app.plan_members (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  joined_at timestamptz not null default now(),
  left_at timestamptz,
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
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create unique index plan_invites_one_key on app.plan_invites (booking_id) where revoked_at is null;
create index plan_invites_booking_idx on app.plan_invites (booking_id);

-- Who pays: the booking's account, or the friend whose share of its bundle it is.
alter table public.invoices add column member_id uuid references app.plan_members (id);
alter table public.ledger add column member_id uuid references app.plan_members (id);
create index invoices_member_idx on public.invoices (member_id) where member_id is not null;
create index ledger_member_idx on public.ledger (member_id) where member_id is not null;

-- Whether the one who asks pays this share; for the row policies.
create function app.pays(member uuid) returns boolean language sql stable security definer
  set search_path = pg_catalog, public as
  $$ select exists (
    select 1 from app.plan_members m where m.id = member and m.user_id = app.user_id()
  ) $$;

drop view app.invoice_owed;
drop view app.credit_left;

-- An invoice before anything settled it, what is still owed of it, and by which account.
create view app.invoice_owed as
select i.*, i.subtotal_cents + i.tax_cents as gross_cents,
  case when i.voided_at is null then i.subtotal_cents + i.tax_cents - coalesce(
    (select sum(s.amount_cents) from public.settlements s where s.invoice_id = i.id), 0
  ) else 0 end::integer as owed_cents,
  coalesce(m.user_id, m.id, b.user_id, b.id) as account_id,
  case when i.member_id is null then b.user_id else m.user_id end as payer_id
from public.invoices i join public.bookings b on b.id = i.booking_id
  left join app.plan_members m on m.id = i.member_id;

-- Every entry with the account whose balance it moves.
create view app.ledger_accounts as
select l.*, coalesce(m.user_id, m.id, b.user_id, b.id) as account_id
from public.ledger l join public.bookings b on b.id = l.booking_id
  left join app.plan_members m on m.id = l.member_id;

-- Entries that settle others, with what is left of each; what settled a void invoice is free again.
create view app.credit_left as
select l.*, (-l.amount_cents - coalesce((
    select sum(s.amount_cents) from public.settlements s
      left join public.invoices i on i.id = s.invoice_id
      where s.credit_id = l.id and i.voided_at is null
  ), 0))::integer as left_cents
from app.ledger_accounts l where l.kind in ('credit', 'payment', 'waiver', 'write_off');

-- Whose referral id a booking was made with.
alter table public.bookings
  add column referral_code text check (app.is_line(referral_code, 32));
create index bookings_referral_idx on public.bookings (referral_code)
  where referral_code is not null;

-- A friend's first booking was picked up: a credit of the one who referred them.
create table app.referral_credits (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references public.users (id) on delete cascade,
  friend_booking_id uuid not null unique references public.bookings (id) on delete cascade,
  earned_at timestamptz not null,
  -- the referrer's booking that it lessens
  used_on uuid references public.bookings (id)
);
create index referral_credits_referrer_idx on app.referral_credits (referrer_id, earned_at);
create index referral_credits_used_idx on app.referral_credits (used_on) where used_on is not null;

-- By what a friend is known again (hashes of account, address and phone): one credit a friend.
create table app.referred_friends (
  known_by bytea primary key,
  credit_id uuid not null references app.referral_credits (id) on delete cascade
);
create index referred_friends_credit_idx on app.referred_friends (credit_id);
