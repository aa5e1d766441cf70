-- A stop that failed and is tried again, on whichever screen, drops the fee that was proposed for its
-- failure and settles what the office was asked.

create function app.take_failure_back() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  delete from public.fee_proposals where stop_id = new.id and state = 'proposed';
  update public.custody_cases c set state = 'settled', decision = 'seen', settled_at = now(),
    settled_by = app.user_id(), words = 'The stop is tried again.'
    from public.stop_events e
    where e.id = c.event_id and c.about = 'verb' and c.state = 'open'
      and c.reason in ('other_date', 'ask_office') and e.stop_id = new.id;
  return null;
end
$$;
create trigger run_stops_failure_taken_back after update of state on public.run_stops
  for each row when (old.state = 'failed' and new.state <> 'failed')
  execute function app.take_failure_back();
