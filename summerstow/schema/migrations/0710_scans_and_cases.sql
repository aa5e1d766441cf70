-- Scans that are taken back, scans that waited for their label, and further reasons for a case.
-- 0711 makes the indexes.

alter table public.item_events
  -- of kind taken_back: the scan that counts no more
  add column reverses uuid,
  drop constraint item_events_kind_check,
  add constraint item_events_kind_check check (kind in (
    'listed', 'bound', 'packed', 'picked_up', 'shelved', 'pulled', 'loaded', 'delivered', 'missing',
    'found', 'damaged', 'refused', 'note', 'taken_back')) not valid,
  drop constraint item_events_blocked_check,
  add constraint item_events_blocked_check check (blocked in (
    'item', 'label', 'unknown_label', 'stop', 'completed', 'far', 'booking', 'unknown_booking',
    'ended', 'location', 'photo', 'scan')) not valid;
-- Append-only. An event that waited for its label, or for the scan that it takes back, gets its item;
-- erasing a person blacks out what they wrote.
create or replace function app.keep_item_event() returns trigger language plpgsql as
$$
declare
  personal constant text[] := array['note', 'actor_id'];
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

alter table public.custody_cases
  drop constraint custody_cases_reason_check,
  add constraint custody_cases_reason_check check (case about
    when 'stop' then reason in ('other_count', 'other_signature', 'taken_back', 'cancelled', 'moved',
      'ended', 'gone', 'refused', 'far')
    when 'item' then reason in ('order', 'item', 'label', 'unknown_label', 'stop', 'completed',
      'far', 'booking', 'unknown_booking', 'ended', 'location', 'photo', 'scan', 'missing')
    else reason in ('unscanned', 'override', 'unsigned', 'gone', 'contradiction', 'missing_items',
      'other_date', 'ask_office', 'far')
  end) not valid;
