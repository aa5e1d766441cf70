-- The day's queue of a campus. Each row has a stop in `run_stops`; triggers keep the two the same.
create table public.pickup_queue (
  id uuid default app.time_ordered_id() primary key,
  user_id uuid references public.users (id) on delete cascade,
  booking_id uuid unique references public.bookings (id) on delete cascade,
  campus_id integer references public.campuses (id),
  pickup_date date not null check (app.is_plausible(pickup_date)),
  -- 1..n in the order of the run's stops, or what staff typed
  queue_position integer not null,
  is_ready boolean not null default false,
  pickup_id uuid references public.pickups (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  run_id uuid references public.runs (id),
  constraint pickup_queue_are_of_somebody check (user_id is not null or booking_id is not null)
) with (fillfactor = 60);
-- Ids of one millisecond keep their order where PostgreSQL makes them itself (18 and later).
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    alter table public.pickup_queue alter id set default uuidv7();
  end if;
end
$$;
comment on constraint pickup_queue_run_id_fkey on public.pickup_queue is 'not embedded';
create index pickup_queue_user_idx on public.pickup_queue (user_id, pickup_date);
-- A day's queue.
create index pickup_queue_day_idx on public.pickup_queue (pickup_date, campus_id);
create index pickup_queue_run_idx on public.pickup_queue (run_id);
create trigger pickup_queue_changed after update on public.pickup_queue
  referencing old table as old_places new table as new_places
  for each statement execute function app.tell_changed_line();
create trigger pickup_queue_run before update of campus_id, pickup_date on public.pickup_queue
  for each row execute function app.queue_joins_run();
create trigger pickup_queue_run_found before insert on public.pickup_queue for each row
  when (new.campus_id is null or new.run_id is null or new.queue_position is null)
  execute function app.queue_joins_run();
create trigger pickup_queue_stop after insert on public.pickup_queue
  for each row execute function app.queue_is_stop();
create trigger pickup_queue_stop_gone after delete on public.pickup_queue
  for each row execute function app.queue_is_stop();
create trigger pickup_queue_stop_moved after update on public.pickup_queue for each row
  when ((old.run_id, old.booking_id, old.user_id, old.pickup_date, old.campus_id)
    is distinct from (new.run_id, new.booking_id, new.user_id, new.pickup_date, new.campus_id))
  execute function app.queue_is_stop();
create trigger pickup_queue_told after insert or delete on public.pickup_queue
  for each row execute function app.tell_line();
create trigger pickup_queue_touch before update on public.pickup_queue
  for each row execute function app.touch();
