-- Messages and photos of a closed booking go once the time for claims is over (rule: retention).

create table app.cleared_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- one that was changed since is looked at again
  cleared_at timestamptz not null
);

-- A photo goes before the event that names it; all else as in 0710.
create or replace function app.keep_item_event() returns trigger language plpgsql as
$$
declare
  personal constant text[] := array['note', 'actor_id', 'photo_id'];
  found constant text[] := array['item_id', 'blocked'];
begin
  if old.item_id is null and old.blocked in ('label', 'scan') and new.item_id is not null
    and to_jsonb(new) - found is not distinct from to_jsonb(old) - found then
    return new;
  end if;
  if not app.erasing() or to_jsonb(new) - personal is distinct from to_jsonb(old) - personal then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
