-- What customers write to the office and its answers, by commands alone.
create table app.conversations (
  -- chosen by the customer's device: the same conversation again is opened once
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- null: a guest's, who wrote by a link of a mail
  user_id uuid references public.users (id) on delete cascade,
  about text not null check (about in ('booking', 'invoice', 'item', 'claim', 'count')),
  about_id uuid,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- until when the office promised an answer
  answer_due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint conversations_about check ((about in ('booking', 'count')) = (about_id is null))
);
create index conversations_booking_idx on app.conversations (booking_id, updated_at);
create index conversations_user_idx on app.conversations (user_id);

-- What was written in conversations, by either side.
create table app.conversation_messages (
  -- chosen by whoever writes: the same message again is stored once
  id uuid primary key,
  conversation_id uuid not null references app.conversations (id) on delete cascade,
  sender_role text not null check (sender_role in ('customer', 'office')),
  words text not null check (length(words) between 1 and 4000),
  via text not null check (via in ('web', 'mail')),
  -- SHA-256 of the secret in the address that the mail of an answer is replied to
  reply_token_hash bytea unique,
  created_at timestamptz not null,
  serial bigint generated always as identity
);
create index conversation_messages_idx on app.conversation_messages (conversation_id, serial);
