-- Quotes of rivals that customers show us, and what staff decided; gone with the customer's account.

create table app.price_matches (
  -- chosen by whoever asks: the same one twice is asked once
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid not null references public.users (id) on delete cascade,
  rival text not null check (length(rival) > 0 and app.is_line(rival, 120)),
  quoted_cents integer not null check (quoted_cents > 0),
  quote text not null check (length(quote) between 10 and 4000),
  asked_at timestamptz not null,
  -- what is given, tax included; nothing where it was declined
  credit_cents integer check (credit_cents >= 0),
  answer text check (length(answer) <= 500),
  answered_at timestamptz,
  constraint price_matches_answered check (
    (answered_at is null) = (credit_cents is null) and (answered_at is null) = (answer is null)
  )
);
create index price_matches_user_idx on app.price_matches (user_id, asked_at);
create index price_matches_booking_idx on app.price_matches (booking_id);
create unique index price_matches_open_key on app.price_matches (user_id) where answered_at is null;
