-- What is sent when: the pickup in a customer's own calendar, and what was attached to a message.

-- The calendar entry of a booking, as its last message gave it; `sequence` grows with each.
create table app.calendar_entries (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  sequence integer not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- when the customer was last told of this pickup: a reminder that was due before is not sent
  told_at timestamptz not null
);

alter table app.captured_message
  -- [{filename, content_type, content}]
  add column attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array');

-- Where text messages may go: numbers that their account has confirmed, as E.164.
create view app.confirmed_phones as
  select id as user_id, '+' || phone as phone
    from auth.users where phone is not null and phone_confirmed_at is not null;

-- What the day's messages are derived from, read every few seconds.
create index pickups_completed_idx on public.pickups (completed_at) where status = 'completed';
create index bookings_undecided_idx on public.bookings (pickup_date)
  where status = 'picked_up' and return_delivery_date is null;
