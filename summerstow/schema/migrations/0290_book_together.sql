-- Bookings that come at the same time are one transaction: what a transaction costs, and a statement
-- of its own, was half of what a booking does.

-- They are told apart by the clock and not by the beginning of their transaction, so that a line
-- keeps the order in which they came.
alter table public.bookings alter created_at set default clock_timestamp();

-- Each of these as `app.book` stores it: the number of its arguments and its row, and nothing of one
-- that has to be asked alone. What is held before is read out of each once: reading JSON six times
-- cost as much as a row.
create function app.book_together(who text[], person uuid[], given json[], asked json[], bucket json[],
  once json[]) returns table (number integer, made public.bookings) language plpgsql as
$$
declare
  shared record;
begin
  -- What several of them or others may want is held before any of it is used, kind by kind in the
  -- order in which `app.book` comes to it, and each kind in one order for everybody, so that none
  -- deadlock. Who waits long for somebody else is better asked alone.
  perform pg_advisory_xact_lock_shared(7305824820), set_config('lock_timeout', '500ms', true);
  select array_agg(r.hold_id) filter (where r.hold_id is not null) as holds,
      array_agg(r.campus_id) as campuses, array_agg(r.pickup_date) as days
    into shared
    from unnest(given) g, json_to_record(g) r (hold_id uuid, campus_id integer, pickup_date date);
  perform 1 from auth.request_limits where key in (select b ->> 'key' from unnest(bucket) b)
    order by key for no key update;
  perform pg_advisory_xact_lock(hashtextextended(n.name, 5706325)) from (
    select distinct least(l.place, 2), l.name
      from unnest(asked) a, json_array_elements_text(a -> 'lock_names') with ordinality l (name, place)
      order by 1, 2) n;
  perform 1 from public.users where id = any(person) order by id for no key update;
  if shared.holds is not null then
    perform 1 from app.slot_holds where id = any(shared.holds) order by id for update;
  end if;
  perform 1 from public.slot_availability where (campus_id, date) in (
      select d.campus, d.day from unnest(shared.campuses, shared.days) d (campus, day))
    order by id for no key update;
  perform app.take_day(d.campus, d.day) from (
    select distinct l.campus, l.day from unnest(shared.campuses, shared.days) l (campus, day)
      where l.day is not null order by 1, 2) d;
  for one in 1 .. cardinality(given) loop
    begin
      made := app.book(who[one], person[one], given[one], asked[one], bucket[one], once[one]);
      number := one;
      return next;
    exception when others then
      -- Nothing of it is kept; the others are not to blame.
      null;
    end;
  end loop;
end
$$;
