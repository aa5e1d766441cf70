-- Who takes what needs a person, and until when it sleeps. The kind and the id name a row of
-- another table; the rows of this one stay when that is decided, and go after a year.
create table app.inbox_marks (
  kind text not null,
  item_id text not null,
  owner_id uuid references public.users (id) on delete set null,
  -- the campus-local day on which it is back
  snoozed_until date,
  snoozed_at timestamptz,
  marked_at timestamptz not null default now(),
  primary key (kind, item_id),
  constraint inbox_marks_snoozes_are_whole check ((snoozed_until is null) = (snoozed_at is null))
);
