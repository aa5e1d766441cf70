-- A guest booking with an address that an account proved before stays a guest's until it is confirmed.

-- An account by itself does not end the waiting: whoever attaches a booking says so.
create or replace function app.end_waiting() returns trigger language plpgsql as
$$
begin
  if new.status <> 'pending' or new.slot_id is null or new.email_confirmed_at is not null then
    new.confirm_by := null;
  end if;
  return new;
end
$$;

-- Whether a guest booking still waits for its confirmation: by its mail, by the owner of the account
-- that has proved its address, or by the office. Until then it costs nothing.
create function app.is_unconfirmed(b public.bookings) returns boolean language sql stable as
$$
  select b.user_id is null and b.email_confirmed_at is null and (b.confirm_by is not null or exists (
    select from auth.users u where lower(u.email) = lower(b.guest_email)
      and u.email_confirmed_at is not null and not u.email_autoconfirmed))
$$;

-- A right password (`hash` is what it was compared with) as a session, in a transaction of its own.
-- Whatever is not plain (a refusal, a place to tell of, a booking to hand over) is left to the steps
-- in Python: SP003, and nothing is kept. `counted_by` is the key of the attempts.
create or replace function auth.sign_in(given json, hash text, address text, by_phone boolean, counted_by text)
  returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  person constant uuid := given ->> 'person';
  u auth.users;
  facts jsonb;
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820);
  perform set_config('app.role', given ->> 'actor_role', true),
    set_config('app.user_id', '', true);
  select * into u from auth.users where id = person for update;
  if u.id is null or u.password_hash is distinct from hash or u.email is distinct from address
    or u.banned_until > (given ->> 'at')::timestamptz
    or (case when by_phone then u.phone_confirmed_at else u.email_confirmed_at end) is null then
    raise exception 'the account has changed, or is refused' using errcode = 'SP003';
  end if;
  if u.email_confirmed_at is not null and not u.email_autoconfirmed and exists (
      select from public.bookings b where app.is_guests(b, u.email)
        and b.created_at <= u.email_confirmed_at) then
    raise exception 'bookings wait for the account' using errcode = 'SP003';
  end if;
  delete from auth.password_attempts where key = counted_by;
  facts := auth.open_session(given);
  if (facts ->> 'unknown_place')::boolean then
    raise exception 'its owner is to be told' using errcode = 'SP003';
  end if;
  return facts;
end
$$;
