-- What the crew weighs at the door is part of what was recorded.
alter table public.item_events add column heavy boolean;
