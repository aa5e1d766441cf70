-- The next number of its booking, and its booking's account.
create or replace function app.number_item() returns trigger language plpgsql set search_path = '' as
$$
begin
  select b.user_id into new.user_id from public.bookings b where b.id = new.booking_id;
  if new.number is null then
    select coalesce(max(i.number), 0) + 1 into new.number
      from public.items i where i.booking_id = new.booking_id;
  end if;
  return new;
end
$$;

-- A booking that finds its account, or loses it, takes its items along.
create or replace function app.items_follow() returns trigger language plpgsql set search_path = '' as
$$
begin
  update public.items set user_id = new.user_id
    where booking_id = new.id and user_id is distinct from new.user_id;
  return null;
end
$$;

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

-- Append-only but for what says who signed and what was noted, where the person is erased.
create or replace function app.keep_custody_event() returns trigger language plpgsql as
$$
declare
  personal constant text[] := array['signed_by', 'strokes', 'note'];
begin
  if not app.erasing() or to_jsonb(new) - personal is distinct from to_jsonb(old) - personal then
    raise exception '% is append-only', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;

create or replace function app.drop_case() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  delete from public.custody_cases where event_id = old.id;
  return null;
end
$$;
