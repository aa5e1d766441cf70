-- What each stored row calls costs little. A CHECK is read anew by every statement, and an SQL
-- function in it is parsed anew with it; PL/pgSQL keeps its plans, and what is null is not asked.

create or replace function app.is_line(value text, max_length integer) returns boolean
  language plpgsql immutable strict parallel safe as
$$
begin
  return length(value) <= max_length and value !~ '[[:cntrl:]]';
end
$$;
create or replace function app.is_email(value text) returns boolean
  language plpgsql immutable strict parallel safe as
$$
begin
  return length(value) <= 255
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
create or replace function app.reads_mail(address text) returns boolean language plpgsql stable as
$$
begin
  return exists (select 1 from auth.users u
      where lower(u.email) = lower(reads_mail.address) and u.email_confirmed_at is not null)
    or exists (select 1 from public.bookings b where b.user_id is null
      and lower(b.guest_email) = lower(reads_mail.address) and b.email_confirmed_at is not null);
end
$$;

-- A worker looks for what is due of one channel: those of another may wait in thousands.
drop index app.outbox_due_idx;
create index outbox_due_idx on app.outbox (channel, due_at)
  where sent_at is null and given_up_at is null;
