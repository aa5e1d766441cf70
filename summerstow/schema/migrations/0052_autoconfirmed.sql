-- An address that counts as confirmed because auto-confirmation is on has been proved by nobody:
-- it brings neither a listed staff role nor bookings until its mailbox is read.
alter table auth.users add column email_autoconfirmed boolean not null default false;
