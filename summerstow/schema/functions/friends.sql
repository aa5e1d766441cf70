-- Whether the one who asks pays this share; for the row policies.
create or replace function app.pays(member uuid) returns boolean language sql stable security definer
  set search_path = pg_catalog, public as
  $$ select exists (
    select 1 from app.plan_members m where m.id = member and m.user_id = app.user_id()
  ) $$;

-- The shares of whoever asks, all at once: a policy that asks of each row reads all of them.
create or replace function app.own_shares() returns uuid[] language sql stable security definer
  set search_path = '' as
  $$ select array(select id from app.plan_members where user_id = app.user_id()) $$;
