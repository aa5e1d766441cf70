-- Messages to be sent, written in the transaction that causes them; `cause` makes each one once.
create table app.outbox (
  id bigint generated always as identity primary key,
  cause text not null unique,
  kind text not null,
  channel text not null default 'mail' check (channel in ('mail', 'text', 'push')),
  recipient text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- The last messages to somebody whose account is gone: their rows go with them.
  forget boolean not null default false,
  claimed_by text,
  claimed_until timestamptz,
  doubts integer not null default 0 check (doubts >= 0),
  dropped_at timestamptz,
  -- when it was to go as it was written; `due_at` moves with every try
  planned_at timestamptz not null default now(),
  -- When the handing over of a claimed message began: only then is there a doubt whether a process
  -- that ended in the middle has sent it.
  handover_at timestamptz,
  -- What the text provider reported: when it arrived, or why it did not.
  delivered_at timestamptz,
  undelivered text
);
-- Messages to erase once they are sent, every 30 seconds.
create index outbox_forget_idx on app.outbox (id) where forget;
-- How many mails an address had within the hour or day.
create index outbox_of_recipient_idx on app.outbox (lower(recipient), planned_at desc);
-- How many mails are planned within the hour.
create index outbox_planned_idx on app.outbox (planned_at desc) where channel = 'mail';
-- Messages to send, every few seconds, and those that were given up.
create index outbox_due_idx on app.outbox (channel, due_at) where sent_at is null;

-- What would have been sent, while no mail server is configured.
create table app.captured_message (
  id bigint generated always as identity primary key,
  outbox_id bigint not null unique references app.outbox (id) on delete cascade,
  channel text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  links jsonb not null,
  sent_at timestamptz not null default now(),
  -- [{filename, content_type, content}]
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array')
);

-- Numbers that want no text messages, as SHA-256 hashes.
create table app.text_stops (
  number_hash bytea primary key,
  stopped_at timestamptz not null
);
