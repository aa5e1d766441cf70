-- The shares of whoever asks, all at once: a policy that asks of each row reads all of them.
create or replace function app.own_shares() returns uuid[] language sql stable security definer
  set search_path = '' as
  $$ select array(select id from app.plan_members where user_id = app.user_id()) $$;
