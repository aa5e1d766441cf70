-- Whoever reads an address's mail, whichever way its account signs in.
create index users_confirmed_email_idx on auth.users (lower(email))
  where email_confirmed_at is not null;
