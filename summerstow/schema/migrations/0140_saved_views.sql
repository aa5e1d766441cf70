-- Lists of the office as each of them likes to see them: a name and what stands behind the `?`.
create table app.saved_views (
  user_id uuid not null references public.users (id) on delete cascade,
  name text not null check (app.is_line(name, 60)),
  query text not null check (length(query) <= 500),
  saved_at timestamptz not null default now()
);
create unique index saved_views_name_key on app.saved_views (user_id, lower(name));
