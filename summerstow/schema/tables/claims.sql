-- What went wrong with an item that came back, in its customer's words, and our answer.
create table public.claims (
  id uuid default gen_random_uuid() primary key,
  item_id uuid not null references public.items (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- whose it is; none once they are erased
  user_id uuid references public.users (id) on delete set null,
  what text not null check (what in ('damaged', 'missing', 'wet', 'other')),
  words text not null check (length(words) <= 2000),
  amount_cents integer not null check (amount_cents between 1 and 1000000),
  photo_ids uuid[] not null default '{}'::uuid[] check (cardinality(photo_ids) <= 6),
  -- what protection pays at most, as it was when this was filed
  cap_cents integer not null check (cap_cents >= 0),
  state text not null default 'open' check (state in ('open', 'accepted', 'reduced', 'refused')),
  decided_cents integer check (decided_cents >= 0),
  decision_words text check (length(decision_words) <= 500),
  filed_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  paid_out_cents integer,
  paid_out_at timestamptz,
  paid_out_by uuid,
  constraint claims_check check (paid_out_cents between 1 and decided_cents),
  constraint claims_decided_are_whole check (
    (state = 'open') = (decided_cents is null and decided_at is null)),
  constraint claims_payouts_are_whole check ((paid_out_cents is null) = (paid_out_at is null))
);
comment on constraint claims_user_id_fkey on public.claims is 'not embedded';
-- One at a time for an item.
create unique index claims_open_key on public.claims (item_id) where state = 'open';
create index claims_item_idx on public.claims (item_id);
create index claims_user_idx on public.claims (user_id, filed_at);
create trigger claims_audit after insert or update or delete on public.claims
  for each row execute function app.audit();
