-- One place of a slot, after forms that took too long gave theirs back.
create or replace function app.take_place(slot uuid, moment timestamptz) returns boolean language plpgsql as
$$
declare
  gone integer;
begin
  update public.slot_availability set available_slots = available_slots - 1
    where id = slot and available_slots > 0;
  if found then
    return true;
  end if;
  delete from app.slot_holds where slot_id = slot and expires_at < moment;
  get diagnostics gone = row_count;
  if gone = 0 then
    return false;
  end if;
  update public.slot_availability
    set available_slots = least(capacity, available_slots + gone) - 1
    where id = slot and least(capacity, available_slots + gone) > 0;
  return found;
end
$$;

-- A place in the slot that limits a window: its own, else one of the whole day, else none. A place
-- that is given up, or that the hold keeps, stays in that very slot; all others are in `freed`, for
-- the caller to give back. `refused`: the day is `closed`, or the slot `full`.
create or replace function app.claim_place(campus integer, day date, part text, given_up uuid[], hold uuid,
  moment timestamptz, out slot uuid, out refused text, out freed uuid[]) language plpgsql as
$$
declare
  kept uuid;
  place integer;
  taken boolean;
begin
  freed := given_up;
  if part is not null then
    select id into slot from public.slot_availability
      where campus_id = campus and date = day and (time_of_day = part or time_of_day is null)
      order by time_of_day nulls last limit 1;
  end if;
  if hold is not null then
    delete from app.slot_holds where id = hold returning slot_id into kept;
    if found then
      freed := freed || kept;
    end if;
  end if;
  place := array_position(freed, slot);
  if place is not null and slot is not null then
    freed := freed[:place - 1] || freed[place + 1:];
    return;
  end if;
  if slot is not null then
    if freed <> '{}' then
      -- In one order for everybody, so that none deadlock.
      perform 1 from public.slot_availability where id = slot or id = any(freed)
        order by id for no key update;
    end if;
    taken := app.take_place(slot, moment);
  end if;
  -- Asked once the slot is held: whoever closes the day waits for it.
  if exists (select from app.closed_days c where c.campus_id = campus and c.date = day) then
    refused := 'closed';
  elsif not taken then
    refused := 'full';
  end if;
end
$$;
