-- The overview of a season reads what was charged and what came in on each day.

create index ledger_day_idx on public.ledger (day);
create index ledger_received_idx on public.ledger (received_on) where received_on is not null;
