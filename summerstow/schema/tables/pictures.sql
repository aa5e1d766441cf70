-- Photos of items and quotes of rivals, each goes with the row it belongs to or with its person; and
-- pictures of the site, which are nobody's own.
create table app.pictures (
  -- chosen by whoever uploads it: the same one twice is stored once
  id uuid primary key,
  -- whose it is; none where an item's booking is nobody's account
  owner_id uuid references public.users (id) on delete cascade,
  kind text not null check (kind in ('item', 'quote', 'evidence', 'claim', 'logo', 'campus')),
  media_type text not null check (
    media_type in ('image/jpeg', 'image/png', 'image/svg+xml', 'application/pdf')),
  -- of what was sent, by which the same upload is known again
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null check (length(content) between 1 and 2097152),
  bytes integer not null generated always as (length(content)) stored,
  -- of a picture, in pixels
  width integer check (width between 1 and 1600),
  height integer check (height between 1 and 1600),
  created_at timestamptz not null default now(),
  constraint pictures_what check (
    (media_type in ('image/jpeg', 'image/png')) = (width is not null and height is not null)
    and case kind when 'quote' then media_type in ('image/jpeg', 'application/pdf')
      when 'logo' then media_type in ('image/png', 'image/svg+xml')
      else media_type = 'image/jpeg' end
  )
);
create index pictures_owner_idx on app.pictures (owner_id, created_at);
