-- Bookings of people and addresses that differ, as `app.book` stores each; null for one that has to be
-- asked alone. What they may want in turn is held. Raises where one of them turns out to be refused
-- only after it was stored: then each is to be stored for itself.
create or replace function app.book_many(who text[], person uuid[], given public.bookings[],
  asked app.new_booking[], bucket json[], once json[]) returns public.bookings[] language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  many constant integer := cardinality(given);
  made public.bookings[] := array_fill(null::public.bookings, array[many]);
  slots uuid[] := array_fill(null::uuid, array[many]);
  kept integer[] := '{}';
  one public.bookings;
  say app.new_booking;
  claimed record;
  waiting public.bookings[] := '{}';
  stored public.bookings[] := '{}';
  n integer;
  ids uuid[];
  people uuid[];
  campuses integer[];
  days date[];
  addresses text[];
  aside boolean[];
  known record;
  fewest integer;
  starts timestamptz[];
  ends timestamptz[];
  moments timestamptz[];
  words jsonb[];
  due timestamptz[];
  delayed integer[] := '{}';
  late integer;
  turn timestamptz;
begin
  for i in 1 .. many loop
    one := given[i];
    campuses[i] := one.campus_id;
    days[i] := one.pickup_date;
  end loop;
  -- Most days are neither closed nor limited.
  aside := array(select exists (select from public.slot_availability s
        where s.campus_id = d.campus and s.date = d.day)
      or exists (select from app.closed_days c where c.campus_id = d.campus and c.date = d.day)
    from unnest(campuses, days) d (campus, day));
  for i in 1 .. many loop
    one := given[i];
    say := asked[i];
    if person[i] is not null
        and (app.has_booked(person[i], say.replaceable) or app.hears_elsewhere(person[i])) then
      continue;
    end if;
    if aside[i] or one.hold_id is not null or bucket[i] is not null or once[i] is not null
        or say.given_up <> '{}' then
      begin
        perform app.acts(who[i], person[i]);
        perform app.let_in(bucket[i], once[i], say.moment);
        claimed := app.claim_place(one.campus_id, one.pickup_date, say.part, say.given_up,
          one.hold_id, say.moment);
        if claimed.refused is not null or claimed.freed <> '{}' then
          raise exception 'it has more to do' using errcode = 'SP003';
        end if;
        slots[i] := claimed.slot;
        kept := kept || i;
      exception when others then
        -- Nothing of it is kept; the others are not to blame.
        null;
      end;
    else
      kept := kept || i;
    end if;
  end loop;
  if kept = '{}' then
    return made;
  end if;
  -- In the order in which they came; guests who follow each other in one statement.
  for k in 1 .. cardinality(kept) loop
    n := kept[k];
    if person[n] is not null then
      stored := stored || app.store_as_customer(who[n], person[n], given[n]);
      continue;
    end if;
    waiting := waiting || given[n];
    if person[kept[k + 1]] is null and who[kept[k + 1]] = who[n] then
      continue;
    end if;
    stored := stored || app.store_as_guests(who[n], waiting);
    waiting := '{}';
  end loop;
  campuses := '{}';
  days := '{}';
  for i in 1 .. cardinality(kept) loop
    n := kept[i];
    one := stored[i];
    say := asked[n];
    if slots[n] is not null then
      perform app.acts(who[n], person[n]);
      if app.hold_place(one, slots[n], say) is not null then
        raise exception 'it has more to do' using errcode = 'SP003';
      end if;
      select * into one from public.bookings where id = one.id;
    end if;
    made[n] := one;
    ids[i] := one.id;
    people[i] := one.user_id;
    campuses[i] := one.campus_id;
    days[i] := one.pickup_date;
    addresses[i] := one.email;
  end loop;
  -- One read of the product's mails for all: where even the last of them is within the bounds, none
  -- waits.
  say := asked[kept[1]];
  fewest := least(say.known_pace[1], say.known_pace[2], say.unknown_pace[1], say.unknown_pace[2]);
  select array_agg((select count(*) filter (where b.created_at > now() - interval '1 hour')
          from public.bookings b where lower(b.email) = lower(a.address)) order by a.n) as mails,
      array_agg(a.person is null and coalesce((select true from auth.users u
          where lower(u.email) = lower(a.address) and u.email_confirmed_at is not null limit 1),
        false) order by a.n) as accounts,
      array_agg(say.an_hour is null or (select count(*) from (
            select from app.outbox o
              where lower(o.recipient) = lower(a.address) and o.channel = 'mail'
                and o.planned_at > say.moment - interval '1 day'
              limit fewest) o)
          < fewest order by a.n) as few,
      say.an_hour is null or say.an_hour > many and not exists (select from (
        select from app.outbox o
          where o.channel = 'mail' and o.planned_at > say.moment - interval '1 hour'
          order by o.planned_at desc offset say.an_hour - many limit 1) o) as calm
    into known
    from unnest(addresses, people) with ordinality a (address, person, n);
  for i in 1 .. cardinality(kept) loop
    n := kept[i];
    one := made[n];
    say := asked[n];
    if say.times is not null then
      perform app.acts(who[n], person[n]);
      perform app.stand_in_line(one, say.times, say.windows);
    end if;
    if once[n] is not null then
      perform app.keep_once(once[n], one.id);
    end if;
    moments[i] := say.moment;
    ends[i] := say.ends_at;
    if known.mails[i] > say.most_mails then
      starts[i] := null;
      words[i] := null;
      due[i] := null;
    else
      starts[i] := say.starts_at;
      words[i] := app.received_mail(one, say, known.accounts[i], slots[n] is not null,
        app.address_confirmed(one), 0);
      if known.calm and known.few[i] then
        due[i] := say.moment;
      else
        due[i] := null;
        delayed := delayed || i;
      end if;
    end if;
  end loop;
  -- The first entry of each, which has the number 0.
  insert into app.calendar_entries (booking_id, starts_at, ends_at, told_at)
    select c.* from unnest(ids, starts, ends, moments) c (booking, starts_at, ends_at, told_at)
      where c.starts_at is not null;
  perform app.send_received(ids, addresses, words, due);
  foreach late in array delayed loop
    say := asked[kept[late]];
    turn := app.mail_turn(addresses[late], say.moment, say.an_hour, say.known_pace, say.unknown_pace,
      make_interval(secs => say.most_ahead));
    perform app.send_received(ids[late:late], addresses[late:late], words[late:late], array[turn]);
  end loop;
  return made;
end
$$;
