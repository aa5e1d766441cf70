-- Only the overview looked for entries by day; it reads sums now (0236).
drop index concurrently if exists public.ledger_day_idx;
drop index concurrently if exists public.ledger_received_idx;
