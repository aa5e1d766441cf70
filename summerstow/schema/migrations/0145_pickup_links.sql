-- Links of mails that let a pickup be confirmed or moved without signing in.
create table app.pickup_links (
  -- what a link ends with, as its hash
  token_hash bytea primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'move')),
  ends_at timestamptz not null
);
create index pickup_links_booking_idx on app.pickup_links (booking_id);
create index pickup_links_ends_at_idx on app.pickup_links (ends_at);

-- Who said that a pickup stands said it of that day and window.
create function app.unconfirm_pickup() returns trigger language plpgsql as
$$
begin
  new.pickup_confirmed_at := null;
  return new;
end
$$;
create trigger bookings_unconfirm_pickup before update on public.bookings
  for each row when (
    old.pickup_confirmed_at is not null
    and (new.pickup_date, new.pickup_time) is distinct from (old.pickup_date, old.pickup_time)
  ) execute function app.unconfirm_pickup();
