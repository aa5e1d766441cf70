-- Price lists by the day from which they hold. What was agreed under one keeps it: a list that an
-- agreement was made under is never altered, whatever becomes of the file that it came from.
create table app.price_lists (
  valid_from date primary key,
  -- facts/pricing/<valid_from>: pricing.json and terms.json
  pricing jsonb not null,
  terms jsonb not null,
  digest text not null generated always as (md5(pricing::text || terms::text)) stored,
  stored_at timestamptz not null default now()
);

-- Under which list a booking was made.
create table app.booking_prices (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  valid_from date not null references app.price_lists (valid_from)
);
create index booking_prices_list_idx on app.booking_prices (valid_from);

-- The list that holds on a campus-local day: the latest that has begun, else the first there is.
create function app.price_list_on(day date) returns date language sql stable as
$$
  select coalesce(
    (select max(valid_from) from app.price_lists where valid_from <= day),
    (select min(valid_from) from app.price_lists)
  )
$$;

-- Every booking, whoever writes it and by whatever program, is made under the list of its day.
-- British Columbia stays at UTC-7, which not every server's zone files know.
create function app.agree_prices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as
$$
begin
  insert into app.booking_prices (booking_id, valid_from)
  select new.id, one from app.price_list_on(
    (coalesce(new.created_at, now()) at time zone 'UTC' - interval '7 hours')::date
  ) one where one is not null;
  return null;
end
$$;
create trigger bookings_prices after insert on public.bookings
  for each row execute function app.agree_prices();

create function app.keep_price_list() returns trigger language plpgsql as
$$
begin
  if exists (select 1 from app.booking_prices b where b.valid_from = old.valid_from) then
    raise exception 'a price list that bookings were made under is never altered'
      using errcode = '42501';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger price_lists_kept before update or delete on app.price_lists
  for each row execute function app.keep_price_list();

-- What a referral is worth was said when the friend booked. Credits so far are of the first list.
alter table app.referral_credits
  add column cents integer not null default 1000 check (cents > 0);
