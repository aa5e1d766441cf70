-- Photos of items and rivals' quotes as files; each goes with what it hangs on, or with its person.

create table app.pictures (
  -- chosen by whoever uploads it: the same one twice is stored once
  id uuid primary key,
  -- whose it is; none where an item's booking is nobody's account
  owner_id uuid references public.users (id) on delete cascade,
  kind text not null check (kind in ('item', 'quote')),
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
-- JPEG and PDF are packed already.
alter table app.pictures alter column content set storage external;
create index pictures_owner_idx on app.pictures (owner_id, created_at);

alter table public.booking_items
  add column picture_id uuid references app.pictures (id) on delete set null;
create unique index booking_items_picture_key on public.booking_items (picture_id);

-- A quote is pasted, attached, or both.
alter table app.price_matches
  add column picture_id uuid references app.pictures (id) on delete set null,
  drop constraint price_matches_quote_check,
  add constraint price_matches_quote_check check (quote = '' or length(quote) between 10 and 4000);
create unique index price_matches_picture_key on app.price_matches (picture_id);

-- A picture that was taken off, or whose item is gone, is kept no longer.
create function app.drop_picture() returns trigger language plpgsql security definer
  set search_path = pg_catalog as
$$
begin
  delete from app.pictures where id = old.picture_id;
  return null;
end
$$;
create trigger booking_items_picture after update of picture_id on public.booking_items
  for each row when (old.picture_id is distinct from new.picture_id)
  execute function app.drop_picture();
create trigger booking_items_picture_gone after delete on public.booking_items
  for each row execute function app.drop_picture();
create trigger price_matches_picture_gone after delete on app.price_matches
  for each row execute function app.drop_picture();
