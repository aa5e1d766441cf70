-- Signing in, and a session's next tokens, in few trips.

-- An abandoned set-up is gone: unverified, and not challenged within 300 s, or challenged once and
-- left for an hour.
create function auth.is_live(f auth.factors) returns boolean language sql stable as
$$
  select f.status = 'verified' or coalesce(f.last_challenged_at + interval '1 hour',
    f.created_at + interval '300 seconds') > now()
$$;

-- A booking that was made signed out with this address, and that no account has yet.
create function app.is_guests(b public.bookings, address text) returns boolean
  language sql immutable as
$$
  select b.user_id is null and lower(b.guest_email) = lower(address)
$$;

-- Count a password or a code that is about to be tried; false where it comes too soon after the one
-- before, and counts for nothing. After `free` attempts the next waits 1 s, then 2, 4 and so on,
-- doubled `doublings` times at most; `kept` after the last one all are forgotten.
create function auth.count_attempt(which text, moment timestamptz, free integer, doublings integer,
  kept interval) returns boolean language plpgsql as
$$
begin
  insert into auth.password_attempts as a (key, attempts, last_at) values (which, 1, moment)
    on conflict (key) do update set last_at = moment,
      attempts = case when a.last_at + kept <= moment then 1 else a.attempts + 1 end
      where a.attempts < free or a.last_at + kept <= moment
        or a.last_at + interval '1 second' * 2 ^ least(a.attempts - free, doublings) <= moment;
  return found;
end
$$;

-- By what attempts at an account are counted: its places of old each alone, all else together.
create function auth.attempts_key(digest text, account uuid, network cidr) returns text
  language sql stable as
$$
  -- Looked for also where there is no account, which nobody is to notice.
  select digest || case when exists (select from auth.known_places k
      where k.user_id = coalesce(account, '00000000-0000-0000-0000-000000000000')
        and k.network = attempts_key.network)
    then ' ' || network::text else '' end
$$;

-- A security event of an account; a person who acts is shown with the role of their profile.
create function auth.note(event text, account uuid, actor uuid, role text, details jsonb)
  returns void language sql as
$$
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after)
    values (actor, coalesce((select p.role from public.users p where p.id = actor), role), event,
      'auth.users', coalesce(account::text, ''), details)
$$;

-- What a session's tokens say, metadata as text.
create function auth.session_facts(session uuid) returns jsonb language sql stable as
$$
  select jsonb_build_object(
    'aal', s.aal,
    'user', to_jsonb(u) || jsonb_build_object(
      'app_metadata', u.app_metadata::text, 'user_metadata', u.user_metadata::text),
    'identities', coalesce((
      select jsonb_agg(to_jsonb(i) || jsonb_build_object('identity_data', i.identity_data::text)
        order by i.created_at, i.id)
      from auth.identities i where i.user_id = u.id), '[]'),
    'factors', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'factor_type', f.factor_type,
        'status', f.status, 'friendly_name', f.friendly_name, 'phone', f.phone,
        'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at,
        'updated_at', f.updated_at) order by f.created_at, f.id)
      from auth.factors f where f.user_id = u.id and auth.is_live(f)), '[]'),
    'methods', coalesce((
      select jsonb_agg(jsonb_build_object('method', m.method, 'at', m.at)
        order by m.at desc, m.method)
      from auth.session_methods m where m.session_id = s.id), '[]'))
  from auth.sessions s join auth.users u on u.id = s.user_id where s.id = session
$$;

-- A session that is about to begin. `network` is null where it is not known; `actor`, `actor_role`
-- and `noted` are for the audit log.
create type auth.opening as (
  session uuid,
  person uuid,
  method text,
  provider text,
  user_agent text,
  ip inet,
  program text,
  network cidr,
  at timestamptz,
  actor uuid,
  actor_role text,
  noted jsonb
);

-- Begin it, and say what its tokens say; `unknown_place`: the person has been elsewhere, and never
-- here.
create function auth.open_session(given json) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  o constant auth.opening := json_populate_record(null::auth.opening, given);
  unknown_place boolean := false;
begin
  insert into auth.sessions (id, user_id, user_agent, ip, created_at)
    values (o.session, o.person, o.user_agent, o.ip, o.at);
  insert into auth.session_methods (session_id, method, at) values (o.session, o.method, o.at);
  update auth.identities set last_sign_in_at = o.at
    where user_id = o.person and provider = o.provider;
  update auth.users set last_sign_in_at = o.at where id = o.person;
  if o.network is not null then
    insert into auth.known_places as k (user_id, program, network, first_seen_at, last_seen_at)
      values (o.person, o.program, o.network, o.at, o.at)
      on conflict (user_id, program, network) do update set last_seen_at = excluded.last_seen_at
      -- No transaction has replaced a row that this statement made; others are as before it.
      returning xmax = 0 and exists (select from auth.known_places p where p.user_id = k.user_id)
      into unknown_place;
  end if;
  perform auth.note('signed_in', o.person, o.actor, o.actor_role, o.noted);
  return auth.session_facts(o.session) || jsonb_build_object('unknown_place', unknown_place);
end
$$;

-- A right password (`hash` is what it was compared with) as a session, in a transaction of its own.
-- Whatever is not plain (a refusal, a place to tell of, a booking to hand over) is left to the steps
-- in Python: SP003, and nothing is kept. `counted_by` is the key of the attempts.
create function auth.sign_in(given json, hash text, address text, by_phone boolean, counted_by text)
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
      select from public.bookings b where app.is_guests(b, u.email)) then
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
