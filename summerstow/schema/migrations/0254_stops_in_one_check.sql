-- As of bookings (0250): what the columns of a stop may hold is one CHECK.
create function app.is_stop(one public.run_stops) returns boolean
  language plpgsql immutable parallel safe as
$$
declare
  broken constant text := 'run_stops_' || case
    when one.kind not in ('pickup', 'return', 'kit') then 'kind_check'
    when one.state not in ('waiting', 'on_way', 'arrived', 'completed', 'failed')
      then 'state_check'
    when one.failure not in
      ('nobody_there', 'not_ready', 'wrong_address', 'too_much', 'refused_goods', 'ours')
      then 'failure_check'
    when one.failure is not null and one.state <> 'failed' then 'failure'
    when length(one."window") > 40 or one."window" ~ '[[:cntrl:]]' then 'window_check'
  end;
begin
  if broken is not null then
    raise check_violation using schema = 'public', table = 'run_stops', constraint = broken,
      message = format('new row for relation "run_stops" violates check constraint "%s"', broken);
  end if;
  return true;
end
$$;
alter table public.run_stops
  add constraint run_stops_is_stop check (app.is_stop(run_stops)) not valid,
  drop constraint run_stops_kind_check,
  drop constraint run_stops_state_check,
  drop constraint run_stops_failure_check,
  drop constraint run_stops_failure,
  drop constraint run_stops_window_check;
