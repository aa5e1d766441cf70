-- Photos of items and quotes of rivals; each goes with the row it belongs to, or with its person.
create table app.pictures (
  -- chosen by whoever uploads it: the same one twice is stored once
  id uuid primary key,
  -- whose it is; none where an item's booking is nobody's account
  owner_id uuid references public.users (id) on delete cascade,
  kind text not null check (kind in ('item', 'quote', 'evidence', 'claim')),
  media_type text not null check (media_type in ('image/jpeg', 'application/pdf')),
  -- of what was sent, by which the same upload is known again
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null check (length(content) between 1 and 2097152),
  bytes integer not null generated always as (length(content)) stored,
  -- of a picture, in pixels
  width integer check (width between 1 and 1600),
  height integer check (height between 1 and 1600),
  created_at timestamptz not null default now(),
  constraint pictures_what check (
    (media_type = 'image/jpeg') = (width is not null and height is not null)
    and (kind = 'quote' or media_type = 'image/jpeg')
  )
);
create index pictures_owner_idx on app.pictures (owner_id, created_at);
