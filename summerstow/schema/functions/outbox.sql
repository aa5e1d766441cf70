-- When a mail to an address may go, as before. Only mails of the last hour or day are read: one from
-- before it delays nobody, and the busiest hour's worth of them took longer than the booking's row.
create or replace function app.mail_turn(address text, moment timestamptz, an_hour integer,
  known integer[], unknown integer[], most_ahead interval) returns timestamptz language plpgsql as
$$
declare
  -- Whether anybody has shown that they read what is sent there.
  is_known constant boolean := exists (select from auth.users u
      where u.email = lower(address) and u.email_confirmed_at is not null)
    or exists (select from public.bookings b where b.user_id is null
      and b.guest_email is not null and lower(b.email) = lower(mail_turn.address)
      and b.email_confirmed_at is not null);
  pace constant integer[] := case when is_known then known else unknown end;
  turn timestamptz;
begin
  turn := greatest(moment,
    (select planned_at + interval '1 hour' from app.outbox
      where lower(recipient) = lower(address) and channel = 'mail'
        and planned_at > moment - interval '1 hour'
      order by planned_at desc offset pace[1] - 1 limit 1),
    (select planned_at + interval '1 day' from app.outbox
      where lower(recipient) = lower(address) and channel = 'mail'
        and planned_at > moment - interval '1 day'
      order by planned_at desc offset pace[2] - 1 limit 1),
    (select planned_at + interval '1 hour' from app.outbox
      where channel = 'mail' and planned_at > moment - interval '1 hour'
      order by planned_at desc offset an_hour - 1 limit 1));
  return case when is_known or turn <= moment + most_ahead then turn end;
end
$$;
