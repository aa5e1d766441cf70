-- One campus is looked up at a time: a plan for some days would read those of all bookings.
create or replace view app.crew_facts as
  select day, campus_id, count(*)::integer as done, count(completed_at)::integer as stops,
    min(coalesce(started_at, completed_at)) filter (where completed_at is not null) as first_at,
    max(completed_at) as last_at
  from (
    select p.pickup_date as day, p.started_at, p.completed_at,
      (select b.campus_id from public.bookings b where b.id = p.booking_id) as campus_id
    from public.pickups p where p.status = 'completed' and p.booking_id is not null
  ) stops
  group by 1, 2;
