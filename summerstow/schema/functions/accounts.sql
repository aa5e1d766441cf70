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
