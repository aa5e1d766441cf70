-- The customer's signature under the crew's count: what was signed, by whom; never altered.

create table public.pickup_signatures (
  id uuid primary key default gen_random_uuid(),
  pickup_id uuid not null references public.pickups (id) on delete cascade,
  at timestamptz not null default now(),
  -- the count that was signed
  items_counted integer not null check (items_counted between 0 and 500),
  signed_by text not null check (length(signed_by) > 0 and app.is_line(signed_by, 200)),
  -- the pen's way as an SVG path of absolute moves and lines on a field of 640 x 240
  strokes text not null check (length(strokes) <= 20000 and strokes ~ '^M[ML0-9 ]+$')
);
create index pickup_signatures_pickup_idx on public.pickup_signatures (pickup_id, at desc);
create trigger pickup_signatures_audit after insert or update or delete on public.pickup_signatures
  for each row execute function app.audit();
