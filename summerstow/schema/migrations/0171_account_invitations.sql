-- Invitations to whoever was booked by phone: a link to the mail that sets the account's password.
create table app.account_invitations (
  -- one at a time: a new one ends the one before
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- what the link ends with, as its hash
  token_hash bytea not null unique,
  -- where it was sent, which is what whoever has it has shown to be theirs
  email text not null,
  sent_at timestamptz not null,
  ends_at timestamptz not null
);
create index account_invitations_ends_at_idx on app.account_invitations (ends_at);
