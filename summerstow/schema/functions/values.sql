-- One line of text without control characters: what a mail header, a label and a table cell can hold.
create or replace function app.is_line(value text, max_length integer) returns boolean
  language plpgsql immutable strict parallel safe as
$$
begin
  return length(value) <= max_length and value !~ '[[:cntrl:]]';
end
$$;

-- Mail servers take an address in ASCII: a domain beyond it is stored as `xn--…`, and no account or
-- booking has other letters before the @ (rule: reachable-address).
create or replace function app.is_email(value text) returns boolean
  language plpgsql immutable strict parallel safe as
$$
begin
  return length(value) <= 255 and octet_length(value) = length(value)
    and value ~ '^[^[:space:][:cntrl:]@<>"(),:;]+@[^[:space:][:cntrl:]@<>"(),:;]+\.[^[:space:][:cntrl:]@<>"(),:;.]+$';
end
$$;

create or replace function app.is_plausible(day date) returns boolean
  language plpgsql immutable strict parallel safe as
$$
begin
  return day between date '2000-01-01' and date '2100-12-31';
end
$$;

-- Today or tomorrow on campus, which stays seven hours behind all year.
create or replace function app.is_near(day date) returns boolean language sql stable as
$$ select day between (now() at time zone 'UTC' - interval '7 hours')::date
  and (now() at time zone 'UTC' - interval '7 hours')::date + 1 $$;

-- The first minute of a window or hour as it is written: `9:00 AM - 12:00 PM` is 540.
create or replace function app.starts_at(written text) returns integer
  language plpgsql immutable as
$$
declare
  m constant text[] := regexp_match(written, '(\d{1,2}):(\d{2}) *([AaPp][Mm])');
begin
  if m is null then
    return 1440;
  end if;
  return (m[1]::int % 12) * 60 + m[2]::int + case upper(m[3]) when 'PM' then 720 else 0 end;
end
$$;

-- The part of the day in which a window begins: 1 morning, 2 afternoon, 3 evening, 4 at any time.
create or replace function app.window_rank(starts_at integer) returns integer
  language sql immutable as
$$ select case when starts_at < 720 then 1 when starts_at < 900 then 2 when starts_at < 1440 then 3
  else 4 end $$;

create or replace function app.time_ordered_id(at timestamptz default clock_timestamp()) returns uuid
  language sql volatile parallel safe as
$$
  -- Milliseconds in front of a random id of version 4 (0100), whose version becomes 7 (0111).
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((1000 * date_part('epoch', at))::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

-- The months of storage that are charged. `free_from` and `free_to`: the days of free returns, as 831.
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

-- The minute at which a window ends; of a time that is no window, the minute after it.
create or replace function app.ends_at(written text) returns integer language plpgsql immutable as
$$
declare
  m constant text[] := regexp_match(written, '-\s*(\d{1,2}:\d{2} *[AaPp][Mm])');
begin
  return case when m is null then app.starts_at(written) + 1 else app.starts_at(m[1]) end;
end
$$;
