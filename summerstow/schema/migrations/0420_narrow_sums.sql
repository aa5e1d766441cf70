-- The overview reads a row for each day, campus and month where it read one for each way in which
-- bookings of them were made; and those who signed up are summed as well (docs/decisions/0420).

-- One expression, which PostgreSQL puts in place of a call.
create or replace function app.part_of_day(at timestamptz) returns timestamptz language sql
  immutable as
$$
  select (date_trunc('day', at at time zone 'UTC' - interval '7 hours')
    + case when (at at time zone 'UTC' - interval '7 hours')::time < '01:00'
      then interval '7 hours' else interval '8 hours' end) at time zone 'UTC'
$$;
-- As before, in a language whose call costs a fiftieth: it is asked for each booking.
create or replace function app.storage_months(pickup date, back date, free_from integer,
    free_to integer) returns integer language plpgsql immutable as
$$
declare
  until date := back;
  months integer;
begin
  if back is null or back < pickup then
    until := greatest(pickup, make_date(
      date_part('year', pickup)::integer + (
        date_part('month', pickup) * 100 + date_part('day', pickup) > free_to)::integer,
      free_from / 100, free_from % 100));
  end if;
  months := (date_part('year', until) - date_part('year', pickup)) * 12
    + date_part('month', until) - date_part('month', pickup);
  if (pickup + make_interval(months => months))::date > until then
    months := months - 1;
  end if;
  if (pickup + make_interval(months => months))::date < until
    and date_part('month', until) * 100 + date_part('day', until) not between free_from and free_to
  then
    months := months + 1;
  end if;
  return greatest(1, months);
end
$$;

-- Bookings made and cancelled, by parts of days.
create table app.moment_sums (
  at timestamptz not null,
  campus_id integer not null,
  made integer not null,
  cancelled integer not null,
  primary key (at, campus_id)
);
insert into app.moment_sums
  select at, campus_id, sum(made), sum(cancelled)
  from (
    select made as at, campus_id, bookings as made, 0 as cancelled from app.made_sums
    union all
    select at, campus_id, 0, bookings from app.reason_sums
  ) one group by 1, 2;
-- As app.made_sums, by months.
create table app.made_month_sums (
  made timestamptz not null,
  campus_id integer not null,
  how_heard text not null,
  referred boolean not null,
  priced boolean not null,
  bookings integer not null,
  primary key (made, campus_id, how_heard, referred, priced)
);
insert into app.made_month_sums
  select app.part_month(made), campus_id, how_heard, referred, priced, sum(bookings)
  from app.made_sums group by 1, 2, 3, 4, 5;

-- Add these rows to the sums, or take them away with the sign -1.
create or replace function app.add_counted(counted app.counted_bookings[], sign integer) returns void
  language sql set search_path = '' as
$$
  insert into app.made_sums as s
  select app.part_of_day(c.made_at), c.campus_id, c.how_heard, c.referred, c.valid_from is not null,
    sign * count(*)
  from unnest(counted) c group by 1, 2, 3, 4, 5
  on conflict (made, campus_id, how_heard, referred, priced)
    do update set bookings = s.bookings + excluded.bookings;

  insert into app.made_month_sums as s
  select app.part_month(c.made_at), c.campus_id, c.how_heard, c.referred, c.valid_from is not null,
    sign * count(*)
  from unnest(counted) c group by 1, 2, 3, 4, 5
  on conflict (made, campus_id, how_heard, referred, priced)
    do update set bookings = s.bookings + excluded.bookings;

  insert into app.moment_sums as s
  select at, campus_id, sign * sum(made), sign * sum(cancelled)
  from (
    select app.part_of_day(c.made_at) as at, c.campus_id, 1 as made, 0 as cancelled
    from unnest(counted) c
    union all
    select app.part_of_day(c.cancelled_at), c.campus_id, 0, 1
    from unnest(counted) c where c.cancelled_at is not null
  ) one group by 1, 2
  on conflict (at, campus_id) do update set made = s.made + excluded.made,
    cancelled = s.cancelled + excluded.cancelled;

  insert into app.ended_sums as s
  select level, case when level in (1, 3) then app.part_month(made) else made end,
    case when level > 1 then app.part_month(at) else at end, campus_id, how_heard, referred, priced,
    sign * count(*)
  from (
    select app.part_of_day(c.made_at) as made,
      app.part_of_day(greatest(c.made_at, c.cancelled_at)) as at, c.campus_id, c.how_heard,
      c.referred, c.valid_from is not null as priced
    from unnest(counted) c where c.cancelled_at is not null
  ) one cross join generate_series(0, 3) level
  group by 1, 2, 3, 4, 5, 6, 7
  on conflict (level, made, at, campus_id, how_heard, referred, priced)
    do update set bookings = s.bookings + excluded.bookings;

  insert into app.item_sums as s
  select level, case when level in (1, 3) then app.part_month(made) else made end,
    case when level > 1 then app.part_month(e.at) else e.at end, campus_id, items, months,
    valid_from, sign * sum(e.one)
  from (
    select app.part_of_day(c.made_at) as made,
      app.part_of_day(greatest(c.made_at, c.first_counted_at)) as counted_at,
      app.part_of_day(greatest(c.made_at, c.cancelled_at)) as gone_at, c.cancelled_at, c.campus_id,
      c.items, app.storage_months(c.pickup_date, c.return_delivery_date, by.free_from, by.free_to)
        as months, c.valid_from
    from unnest(counted) c cross join app.counted_by by
    where c.items > 0 and c.first_counted_at = c.last_counted_at and c.pickup_date is not null
      and c.valid_from is not null and by.free_from is not null
  ) one cross join lateral (
    values (counted_at, 1), (case when cancelled_at is not null then gone_at end, -1)
  ) e (at, one) cross join generate_series(0, 3) level
  where e.at is not null and (cancelled_at is null or gone_at > counted_at)
  group by 1, 2, 3, 4, 5, 6, 7
  on conflict (level, made, at, campus_id, items, months, valid_from)
    do update set bookings = s.bookings + excluded.bookings;

  insert into app.reason_sums as s
  select app.part_of_day(c.cancelled_at), c.campus_id, coalesce(c.reason, ''), sign * count(*),
    sign * coalesce(sum(c.fee_cents), 0)
  from unnest(counted) c where c.cancelled_at is not null group by 1, 2, 3
  on conflict (at, campus_id, md5(reason)) do update set
    bookings = s.bookings + excluded.bookings, fee_cents = s.fee_cents + excluded.fee_cents;

  insert into app.pickup_sums as s
  select c.pickup_date, c.campus_id, sign * count(*)
  from unnest(counted) c where c.cancelled_at is null and c.pickup_date is not null group by 1, 2
  on conflict (day, campus_id) do update set bookings = s.bookings + excluded.bookings;
$$;

create or replace function app.sum_counted() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform app.add_counted(array(select row(g.*)::app.counted_bookings from gone g), -1);
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    perform app.add_counted(array(select row(a.*)::app.counted_bookings from added a), 1);
  end if;
  if tg_op = 'TRUNCATE' then
    truncate app.made_sums, app.made_month_sums, app.moment_sums, app.ended_sums, app.item_sums,
      app.reason_sums, app.pickup_sums;
  end if;
  return null;
end
$$;

-- Who signed up, by parts of days: before this moment in the sums, but for what changed since.
alter table app.counted_until add signed_up_at timestamptz not null default '-infinity';
create table app.sign_up_sums (
  at timestamptz primary key,
  sign_ups integer not null
);
create table app.sign_up_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  sign_ups integer not null
);
create function app.signed_up_since() returns timestamptz language sql stable
  set search_path = '' as $$ select signed_up_at from app.counted_until $$;

-- An account made now is not in the sums before a day has passed.
create function app.count_sign_up_again() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  insert into app.sign_up_changes (at, sign_ups)
  select created_at, sign
  from (values (old.created_at, old.role, -1), (new.created_at, new.role, 1))
    one (created_at, role, sign)
  where role = 'customer';
  return null;
end
$$;
create trigger users_count_new after insert on public.users
  for each row when (new.created_at < now()) execute function app.count_sign_up_again();
create trigger users_count_gone after delete on public.users
  for each row execute function app.count_sign_up_again();
create trigger users_count_changed after update on public.users
  for each row when ((old.role, old.created_at) is distinct from (new.role, new.created_at))
  execute function app.count_sign_up_again();
