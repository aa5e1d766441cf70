-- Where text messages may go: numbers that their account has confirmed, as E.164.
create or replace view app.confirmed_phones as
  select id as user_id, '+' || phone as phone
    from auth.users where phone is not null and phone_confirmed_at is not null;

-- An abandoned set-up is gone: unverified, and not challenged within 300 s, or challenged once and
-- left for an hour.
create or replace function auth.is_live(f auth.factors) returns boolean language sql stable as
$$
  select f.status = 'verified' or coalesce(f.last_challenged_at + interval '1 hour',
    f.created_at + interval '300 seconds') > now()
$$;
