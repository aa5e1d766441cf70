-- What the overview counts, kept narrow: a job writes down each booking a day after it was made, and
-- the crews' days a week after they were (reports/counting.py). Who books writes nothing of it. What
-- changes later is named here, and counted from its own rows until the job has been there again.

create table app.counted_bookings (
  booking_id uuid primary key,
  made_at timestamptz not null,
  campus_id integer not null,
  cancelled_at timestamptz,
  pickup_date date,
  return_delivery_date date,
  valid_from date,
  -- counted by the crew, between these moments
  items integer,
  first_counted_at timestamptz,
  last_counted_at timestamptz,
  how_heard text not null,
  referred boolean not null
);
create index counted_bookings_made_idx on app.counted_bookings (made_at);

create table app.crew_days (
  day date not null,
  campus_id integer not null,
  -- completed, and those of them whose moment is known
  done integer not null,
  stops integer not null,
  first_at timestamptz,
  last_at timestamptz,
  primary key (day, campus_id)
);

-- Up to where, both excluded; everything before is in these tables, but for what changed since.
create table app.counted_until (
  made_at timestamptz not null,
  day date not null
);
insert into app.counted_until values ('-infinity', '-infinity');
create table app.changed_bookings (
  id bigint generated always as identity primary key,
  booking_id uuid not null
);
create table app.changed_crew_days (
  id bigint generated always as identity primary key,
  day date not null
);

-- What is counted of a booking. One that was sent anew counts as the new one (rule: submit-again);
-- where staff only set the status, the row's last change stands for the moment of cancelling.
create view app.booking_facts as
  select b.id as booking_id, b.created_at as made_at, b.campus_id,
    case when b.status = 'cancelled' then coalesce(b.cancelled_at, b.updated_at) end as cancelled_at,
    b.pickup_date, b.return_delivery_date,
    (select l.valid_from from app.booking_prices l where l.booking_id = b.id) as valid_from,
    p.items, p.first_counted_at, p.last_counted_at, b.how_heard,
    b.referral_code is not null as referred
  from public.bookings b cross join lateral (
    select sum(items_counted)::integer as items, min(at) as first_counted_at,
      max(at) as last_counted_at
    from (
      select items_counted, coalesce(completed_at, updated_at) as at from public.pickups
      where booking_id = b.id and items_counted is not null and status = 'completed'
    ) counted
  ) p
  where b.superseded_by is null;

-- Every booking once, whether it was written down or not.
create view app.bookings_to_count as
  select c.* from app.counted_bookings c
  where c.made_at < (select made_at from app.counted_until)
    and c.booking_id not in (select booking_id from app.changed_bookings)
  union all
  select f.* from app.booking_facts f
  where f.made_at >= (select made_at from app.counted_until)
  union all
  select f.* from app.booking_facts f
  where f.made_at < (select made_at from app.counted_until)
    and f.booking_id in (select booking_id from app.changed_bookings);

-- One campus is looked up at a time: a plan for some days would read those of all bookings.
create view app.crew_facts as
  select day, campus_id, count(*)::integer as done, count(completed_at)::integer as stops,
    min(coalesce(started_at, completed_at)) filter (where completed_at is not null) as first_at,
    max(completed_at) as last_at
  from (
    select p.pickup_date as day, p.started_at, p.completed_at,
      (select b.campus_id from public.bookings b where b.id = p.booking_id) as campus_id
    from public.pickups p where p.status = 'completed' and p.booking_id is not null
  ) stops
  group by 1, 2;
-- Each of the days by itself: a join with them would have all others summed as well.
create view app.changed_crew_facts as
  select f.* from (select distinct day from app.changed_crew_days) x
    cross join lateral (select * from app.crew_facts where day = x.day offset 0) f;

create view app.crew_days_to_count as
  select c.* from app.crew_days c
  where c.day < (select day from app.counted_until)
    and c.day not in (select day from app.changed_crew_days)
  union all
  select f.* from app.crew_facts f
  where f.day >= (select day from app.counted_until)
  union all
  select f.* from app.changed_crew_facts f
  where f.day < (select day from app.counted_until);

create function app.count_again() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  insert into app.changed_bookings (booking_id) values (coalesce(new.id, old.id));
  if tg_op = 'UPDATE' and new.campus_id <> old.campus_id then
    insert into app.changed_crew_days (day)
      select distinct pickup_date from public.pickups where booking_id = new.id;
  end if;
  return null;
end
$$;
-- A booking made now is not written down before a day has passed.
create trigger bookings_count_new after insert on public.bookings
  for each row when (new.created_at < now()) execute function app.count_again();
create trigger bookings_count_deleted after delete on public.bookings
  for each row execute function app.count_again();
create trigger bookings_count_changed after update on public.bookings
  for each row when (
    (old.created_at, old.campus_id, old.pickup_date, old.return_delivery_date, old.superseded_by,
      old.how_heard, old.referral_code,
      case when old.status = 'cancelled' then coalesce(old.cancelled_at, old.updated_at) end)
    is distinct from
    (new.created_at, new.campus_id, new.pickup_date, new.return_delivery_date, new.superseded_by,
      new.how_heard, new.referral_code,
      case when new.status = 'cancelled' then coalesce(new.cancelled_at, new.updated_at) end))
  execute function app.count_again();

create function app.count_pickup_again() returns trigger language plpgsql security definer
  set search_path = '' as
$$
declare
  -- Days are written down a week later.
  lately constant date := (now() at time zone 'UTC')::date - 3;
begin
  insert into app.changed_bookings (booking_id)
    select distinct booking_id
    from (values (old.booking_id, old.items_counted), (new.booking_id, new.items_counted))
      one (booking_id, items)
    where booking_id is not null and items is not null;
  insert into app.changed_crew_days (day)
    select distinct day from (values (old.pickup_date), (new.pickup_date)) one (day)
    where day < lately;
  return null;
end
$$;
create trigger pickups_count after insert or update or delete on public.pickups
  for each row execute function app.count_pickup_again();
