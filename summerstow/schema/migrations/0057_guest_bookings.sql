-- A guest's booking that holds a limited place waits for its address to be confirmed by mail.

alter table public.bookings
  -- until when the place is held; null where nothing is waited for
  add column confirm_by timestamptz,
  -- when its guest showed, by the link of a mail, that the address is theirs
  add column email_confirmed_at timestamptz;
create index bookings_confirm_by_idx on public.bookings (confirm_by) where confirm_by is not null;

-- An account, staff, a cancellation and a window without limit each end the waiting.
create function app.end_waiting() returns trigger language plpgsql as
$$
begin
  if new.user_id is not null or new.status <> 'pending' or new.slot_id is null
    or new.email_confirmed_at is not null then
    new.confirm_by := null;
  end if;
  return new;
end
$$;
create trigger bookings_end_waiting before update on public.bookings
  for each row when (new.confirm_by is not null) execute function app.end_waiting();

-- Bookings that wait: the network address they came from, and their reminder. Gone with the waiting.
create table app.unconfirmed_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  address text,
  remind_at timestamptz not null,
  reminded_at timestamptz
);
create index unconfirmed_bookings_address_idx on app.unconfirmed_bookings (address);

-- What the links of a guest's mails end with, as hashes.
create table app.guest_links (
  token_hash bytea primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade
);
create index guest_links_booking_idx on app.guest_links (booking_id);

-- Whether whoever reads a booking's mails has shown that the address is theirs. Until then nothing
-- that was typed into the form goes out to it.
create function app.address_confirmed(b public.bookings) returns boolean language sql stable as
$$
  select b.email_confirmed_at is not null or exists (
    select 1 from auth.users u where u.id = b.user_id and lower(u.email) = lower(b.email)
      and u.email_confirmed_at is not null)
$$;
