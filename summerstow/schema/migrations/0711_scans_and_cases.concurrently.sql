-- What 0710 begins.
create index concurrently if not exists item_events_reverses_idx on public.item_events (reverses)
  where reverses is not null;
-- Scans of a free label wait for the event that binds it.
create index concurrently if not exists item_events_waiting_idx on public.item_events (label_code)
  where item_id is null and blocked = 'label';
alter table public.item_events validate constraint item_events_kind_check;
alter table public.item_events validate constraint item_events_blocked_check;
alter table public.custody_cases validate constraint custody_cases_reason_check;
