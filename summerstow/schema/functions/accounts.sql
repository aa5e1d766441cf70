-- By what attempts at an account are counted: its places of old each alone, all else together.
create or replace function auth.attempts_key(digest text, account uuid, network cidr) returns text
  language sql stable as
$$
  -- Looked for also where there is no account, which nobody is to notice.
  select digest || case when exists (select from auth.known_places k
      where k.user_id = coalesce(account, '00000000-0000-0000-0000-000000000000')
        and k.network = attempts_key.network)
    then ' ' || network::text else '' end
$$;

-- Count a password or a code that is about to be tried; false where it comes too soon after the one
-- before, and counts for nothing. After `free` attempts the next waits 1 s, then 2, 4 and so on,
-- doubled `doublings` times at most; `kept` after the last one all are forgotten.
create or replace function auth.count_attempt(which text, moment timestamptz, free integer, doublings integer,
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

-- What a session's tokens say, metadata as text.
create or replace function auth.session_facts(session uuid) returns jsonb language sql stable as
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
