-- Of the bookings that are written down (0260) the overview reads sums: by the day on which they were
-- made, cancelled, counted and picked up. Whatever writes app.counted_bookings keeps them, as its own
-- triggers do; what is not written down yet is counted beside them (docs/decisions/0385).

-- What a cancellation is told by. At its end, where the statements of the version before leave it.
alter table app.counted_bookings add reason text, add fee_cents integer;
create or replace view app.booking_facts as
  select b.id as booking_id, b.created_at as made_at, b.campus_id,
    case when b.status = 'cancelled' then coalesce(b.cancelled_at, b.updated_at) end as cancelled_at,
    b.pickup_date, b.return_delivery_date,
    (select l.valid_from from app.booking_prices l where l.booking_id = b.id) as valid_from,
    p.items, p.first_counted_at, p.last_counted_at, b.how_heard,
    b.referral_code is not null as referred,
    case when b.status = 'cancelled' then nullif(btrim(b.cancellation_note), '') end as reason,
    case when b.status = 'cancelled' then b.cancellation_fee_cents end as fee_cents
  from public.bookings b left join lateral (
    select sum(items_counted)::integer as items, min(at) as first_counted_at,
      max(at) as last_counted_at
    from (
      select items_counted, coalesce(completed_at, updated_at) as at from public.pickups
      where booking_id = b.id and items_counted is not null and status = 'completed'
    ) counted
  ) p on true
  where b.superseded_by is null;
create or replace trigger bookings_count_changed after update on public.bookings
  for each row when (
    (old.created_at, old.campus_id, old.pickup_date, old.return_delivery_date, old.superseded_by,
      old.how_heard, old.referral_code,
      case when old.status = 'cancelled' then coalesce(old.cancelled_at, old.updated_at) end,
      case when old.status = 'cancelled' then old.cancellation_note end,
      case when old.status = 'cancelled' then old.cancellation_fee_cents end)
    is distinct from
    (new.created_at, new.campus_id, new.pickup_date, new.return_delivery_date, new.superseded_by,
      new.how_heard, new.referral_code,
      case when new.status = 'cancelled' then coalesce(new.cancelled_at, new.updated_at) end,
      case when new.status = 'cancelled' then new.cancellation_note end,
      case when new.status = 'cancelled' then new.cancellation_fee_cents end))
  execute function app.count_again();

-- A campus day begins at 7:00 or 8:00 UTC, which this need not know: a part of a day goes from each
-- of these hours to the next of them. A month of parts begins at 7:00 on its first day.
create function app.part_of_day(at timestamptz) returns timestamptz language sql immutable as
$$
  select (date_trunc('day', u) + case when u::time < '01:00' then interval '7 hours'
    else interval '8 hours' end) at time zone 'UTC'
  from (select at at time zone 'UTC' - interval '7 hours' as u) one
$$;
create function app.part_month(at timestamptz) returns timestamptz language sql immutable as
$$
  select (date_trunc('month', at at time zone 'UTC' - interval '7 hours') + interval '7 hours')
    at time zone 'UTC'
$$;
-- The first such month that begins at this moment or later.
create function app.part_month_from(at timestamptz) returns timestamptz language sql immutable as
$$ select app.part_month(app.part_month(at - interval '1 microsecond') + interval '768 hours') $$;

-- The months that storage counts (rule: storage-month, as billing.pricing.season.months), to the
-- next free return where no return is known; the free dates as 831 for 31 August.
create function app.storage_months(pickup date, back date, free_from integer, free_to integer)
  returns integer language sql immutable as
$$
  select greatest(1, whole + (
    (pickup + make_interval(months => whole))::date < until
    and not extract(month from until) * 100 + extract(day from until) between free_from and free_to
  )::integer)
  from (
    select until, months - ((pickup + make_interval(months => months))::date > until)::integer as whole
    from (
      select until, ((extract(year from until) - extract(year from pickup)) * 12
        + extract(month from until) - extract(month from pickup))::integer as months
      from (
        select case when back >= pickup then back else greatest(pickup, make_date(
          extract(year from pickup)::integer
            + (extract(month from pickup) * 100 + extract(day from pickup) > free_to)::integer,
          free_from / 100, free_from % 100)) end as until
      ) one
    ) two
  ) three
$$;
-- The free dates by which months were counted; null until the job of this version has begun.
create table app.counted_by (free_from integer, free_to integer);
insert into app.counted_by values (null, null);

create table app.made_sums (
  made timestamptz not null,
  campus_id integer not null,
  how_heard text not null,
  referred boolean not null,
  -- under a price list: those of which something is expected
  priced boolean not null,
  bookings integer not null,
  primary key (made, campus_id, how_heard, referred, priced)
);
-- By when they were made and when cancelled, each by parts of days and by months: 1 made by months,
-- 2 cancelled by months, 3 both, 0 neither. A range and what became of it until a moment is months
-- and the parts at their edges.
create table app.ended_sums (
  level integer not null,
  made timestamptz not null,
  at timestamptz not null,
  campus_id integer not null,
  how_heard text not null,
  referred boolean not null,
  priced boolean not null,
  bookings integer not null,
  primary key (level, made, at, campus_id, how_heard, referred, priced)
);
-- Counted by the crew at once, in the same way; they go when their booking is cancelled.
create table app.item_sums (
  level integer not null,
  made timestamptz not null,
  at timestamptz not null,
  campus_id integer not null,
  items integer not null,
  months integer not null,
  valid_from date not null,
  bookings integer not null,
  primary key (level, made, at, campus_id, items, months, valid_from)
);
create table app.reason_sums (
  at timestamptz not null,
  campus_id integer not null,
  -- '' where none was given
  reason text not null,
  bookings integer not null,
  fee_cents bigint not null
);
create unique index reason_sums_key on app.reason_sums (at, campus_id, md5(reason));
create table app.pickup_sums (
  day date not null,
  campus_id integer not null,
  bookings integer not null,
  primary key (day, campus_id)
);

-- Add these rows to the sums, or take them away with the sign -1.
create function app.add_counted(counted app.counted_bookings[], sign integer) returns void
  language sql set search_path = '' as
$$
  insert into app.made_sums as s
  select app.part_of_day(c.made_at), c.campus_id, c.how_heard, c.referred, c.valid_from is not null,
    sign * count(*)
  from unnest(counted) c group by 1, 2, 3, 4, 5
  on conflict (made, campus_id, how_heard, referred, priced)
    do update set bookings = s.bookings + excluded.bookings;

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

create function app.sum_counted() returns trigger language plpgsql security definer
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
    truncate app.made_sums, app.ended_sums, app.item_sums, app.reason_sums, app.pickup_sums;
  end if;
  return null;
end
$$;
create trigger counted_bookings_added after insert on app.counted_bookings
  referencing new table as added for each statement execute function app.sum_counted();
create trigger counted_bookings_changed after update on app.counted_bookings
  referencing old table as gone new table as added
  for each statement execute function app.sum_counted();
create trigger counted_bookings_gone after delete on app.counted_bookings
  referencing old table as gone for each statement execute function app.sum_counted();
create trigger counted_bookings_emptied after truncate on app.counted_bookings
  for each statement execute function app.sum_counted();

-- Written down anew, so that the sums have everything; counted from their own rows until then.
truncate app.counted_bookings;
update app.counted_until set made_at = '-infinity';

-- Counted at several moments: what stood between those is in no sum.
-- The table is empty.
-- squawk-ignore require-concurrent-index-creation
create index counted_bookings_twice_idx on app.counted_bookings (made_at)
  where first_counted_at <> last_counted_at;

-- A function, so that it is known while a plan is made how few bookings are made since.
create function app.counted_since() returns timestamptz language sql stable set search_path = '' as
  $$ select made_at from app.counted_until $$;

-- What is to be added to the sums (1) or taken from them (-1) so that everything counts as it is.
create view app.bookings_beside_sums as
  select -1 as sign, c.booking_id, c.made_at, c.campus_id, c.cancelled_at, c.pickup_date,
    c.return_delivery_date, c.valid_from,
    case when c.first_counted_at = c.last_counted_at then c.items end as items,
    c.first_counted_at, c.last_counted_at, c.how_heard, c.referred, c.reason, c.fee_cents
  from app.counted_bookings c where c.booking_id in (select booking_id from app.changed_bookings)
  union all
  select s.sign, c.booking_id, c.made_at, c.campus_id, c.cancelled_at, c.pickup_date,
    c.return_delivery_date, c.valid_from, case when s.sign = 1 then c.items end,
    c.first_counted_at, c.last_counted_at, c.how_heard, c.referred, c.reason, c.fee_cents
  from app.counted_bookings c cross join (values (1), (-1)) s (sign)
  where c.first_counted_at <> c.last_counted_at
    and c.booking_id not in (select booking_id from app.changed_bookings)
  union all
  select 1, f.* from app.booking_facts f
  where f.made_at >= app.counted_since()
  union all
  select 1, f.* from app.booking_facts f
  where f.made_at < app.counted_since()
    and f.booking_id in (select booking_id from app.changed_bookings);
