-- What was booked and received on each day at each campus, kept as entries come: the overview of a
-- year would otherwise read every entry of two years. An entry adds a row of its own, so that nobody
-- waits for a day's row; a job adds those up (reports.queries.add_up).

-- What an entry adds to a day. What was waived or written off is neither booked nor received; what
-- was paid counts on the day on which the bank had it.
create function app.money_of(kind text, day date, received_on date, amount_cents integer)
  returns table (on_day date, booked_cents integer, tax_cents integer, received_cents integer)
  language sql immutable as
$$
  select case when kind = 'payment' then received_on else day end,
    case when kind in ('payment', 'refund') then 0 else amount_cents end,
    case when kind = 'tax' then amount_cents else 0 end,
    case when kind in ('payment', 'refund') then -amount_cents else 0 end
  where kind not in ('waiver', 'write_off')
$$;

create table app.money_of_days (
  day date not null,
  campus_id integer not null,
  -- of entries from before there were sums: written once
  earlier boolean not null default false,
  -- a day whose entries come to nothing still has entries
  entries bigint not null,
  booked_cents bigint not null,
  tax_cents bigint not null,
  received_cents bigint not null,
  primary key (day, campus_id, earlier)
);

-- What is not in the sums yet.
create table app.money_changes (
  id bigint generated always as identity primary key,
  day date not null,
  campus_id integer not null,
  entries bigint not null,
  booked_cents bigint not null,
  tax_cents bigint not null,
  received_cents bigint not null
);

-- The entries from before are those up to here; 0237 adds them.
create table app.money_summed_after (serial bigint primary key);
insert into app.money_summed_after select coalesce(max(serial), 0) from public.ledger;

-- The key of a booking is held by who enters money for it, before this reads its campus.
create function app.sum_money() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  insert into app.money_changes (day, campus_id, entries, booked_cents, tax_cents, received_cents)
  select m.on_day, (select b.campus_id from public.bookings b where b.id = l.booking_id),
    count(*), sum(m.booked_cents), sum(m.tax_cents), sum(m.received_cents)
  from added l
    cross join lateral app.money_of(l.kind, l.day, l.received_on, l.amount_cents) m
  group by 1, 2;
  return null;
end
$$;
create trigger ledger_sums after insert on public.ledger referencing new table as added
  for each statement execute function app.sum_money();

-- A booking takes its money to another campus. Nobody enters any for it meanwhile, and the entries
-- from before have been added by then: they would be counted where it came to, and moved again.
create function app.hold_money() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  if not exists (select from public.schema_migration where name like '0237#_%' escape '#') then
    raise exception 'the money of past days is being added up' using errcode = '55P03';
  end if;
  perform from public.bookings where id = old.id for update;
  return new;
end
$$;
create trigger bookings_hold_money before update of campus_id on public.bookings
  for each row when (old.campus_id is distinct from new.campus_id)
  execute function app.hold_money();
create function app.move_money() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  insert into app.money_changes (day, campus_id, entries, booked_cents, tax_cents, received_cents)
  select m.on_day, c.campus_id, c.sign * count(*), c.sign * sum(m.booked_cents),
    c.sign * sum(m.tax_cents), c.sign * sum(m.received_cents)
  from public.ledger l
    cross join lateral app.money_of(l.kind, l.day, l.received_on, l.amount_cents) m
    cross join (values (old.campus_id, -1), (new.campus_id, 1)) c (campus_id, sign)
  where l.booking_id = new.id
  group by m.on_day, c.campus_id, c.sign;
  return null;
end
$$;
create trigger bookings_move_money after update of campus_id on public.bookings
  for each row when (old.campus_id is distinct from new.campus_id)
  execute function app.move_money();
