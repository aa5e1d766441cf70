-- A session's next tokens in one call.

-- Spend the current refresh token of a session, in a transaction of its own, and say what its next
-- tokens say. Whatever is not plain (another token, a session that is over, somebody banned) is left
-- to the steps in Python: SP003, and nothing is kept. `lives`: by role, and by '' without a profile,
-- for how many seconds a session lives in all (`whole`) and unused (`idle`; null: as long). `keep`:
-- how many moments of spent tokens are remembered.
create function auth.refresh(session uuid, counter integer, lives json, agent text, address inet,
  moment timestamptz, keep integer) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820), set_config('lock_timeout', '5s', true);
  update auth.sessions s set refresh_counter = counter + 1, refreshed_at = moment,
    refresh_spent_at = (array_prepend(moment, s.refresh_spent_at))[1:keep],
    user_agent = agent, ip = address
    from auth.users u left join public.users p on p.id = u.id,
      lateral (select lives -> coalesce(p.role, '') as given) life
    where s.id = session and s.refresh_counter = counter and u.id = s.user_id
      and (u.banned_until is null or u.banned_until <= moment)
      and (s.not_after is null or s.not_after > moment)
      and s.created_at + make_interval(secs => (given ->> 'whole')::float8) > moment
      and ((given ->> 'idle') is null or coalesce(s.refreshed_at, s.created_at)
        + make_interval(secs => (given ->> 'idle')::float8) > moment);
  if not found then
    raise exception 'not the current token of a session that lives' using errcode = 'SP003';
  end if;
  return auth.session_facts(session);
end
$$;
