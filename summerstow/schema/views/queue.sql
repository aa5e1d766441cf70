-- The queue of each day: the open pickups of its runs.
create or replace view public.pickup_queue with (security_invoker = true) as
  select id, user_id, booking_id, campus_id, date as pickup_date, queue_position, is_ready,
    pickup_id, created_at, updated_at, run_id
  from public.run_stops where queue_id is not null;
comment on column public.pickup_queue.pickup_date is 'is date';
