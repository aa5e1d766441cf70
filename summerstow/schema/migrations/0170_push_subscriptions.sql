-- Devices that messages reach while their page is closed (Web Push): what a browser gave us.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  -- the device's: whoever signs out there is told nothing there any more
  session_id uuid references auth.sessions (id) on delete cascade,
  -- whoever knows the address and the two keys can write to the device
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  user_agent text,
  created_at timestamptz not null default now()
);
comment on constraint push_subscriptions_user_id_fkey on public.push_subscriptions is 'not embedded';
create unique index push_subscriptions_endpoint_key on public.push_subscriptions (endpoint);
create index push_subscriptions_user_idx on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session_idx on public.push_subscriptions (session_id);

-- As app.audit(), without what writes to the device.
create function app.audit_push() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
declare
  secrets constant text[] := array['endpoint', 'p256dh', 'auth', 'session_id'];
begin
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
  values (
    app.user_id(), coalesce(nullif(current_setting('app.role', true), ''), session_user),
    lower(tg_op), tg_table_name, coalesce(new.id, old.id)::text,
    case when tg_op <> 'INSERT' then to_jsonb(old) - secrets end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - secrets end
  );
  return null;
end
$$;
create trigger push_subscriptions_audit after insert or update or delete on public.push_subscriptions
  for each row execute function app.audit_push();

alter table app.outbox
  drop constraint outbox_channel_check,
  add constraint outbox_channel_check check (channel in ('mail', 'text', 'push'));
