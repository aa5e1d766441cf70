-- A drag in one trip. A line of several runs, one that stands otherwise than on the screen, and any
-- refusal are left to the steps in Python: SP003, and nothing is kept.

-- `seen` is the line as it stands, `moved` go behind those of `behind` (app.move_stops), and `before`
-- and `after` are what the log says. `once` (scope, key, request_hash, roams) may be null.
create function app.arrange_line(who text, person uuid, campus integer, day date, seen uuid[],
    moved uuid[], behind uuid[], before json, after json, once json)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan as
$$
declare
  plain constant text := 'SP003';
  run uuid;
  others boolean;
begin
  -- Schema changes take it alone (kit/database/transaction.py).
  perform pg_advisory_xact_lock_shared(7305824820);
  perform set_config('app.role', who, true),
    set_config('app.user_id', coalesce(person::text, ''), true);
  if once is not null and not app.is_first(once ->> 'scope', once ->> 'key', once ->> 'request_hash',
      (once ->> 'roams')::boolean) then
    raise exception 'it was asked before' using errcode = plain;
  end if;
  perform app.take_day(campus, day);
  select (array_agg(id))[1], count(*) > 1 into run, others
    from public.runs r where r.campus_id = campus and r.date = day;
  if others or seen is distinct from (
      select array_agg(q.id order by q.place) from public.pickup_queue q where q.run_id = run) then
    raise exception 'it stands otherwise' using errcode = plain;
  end if;
  perform app.move_stops(moved, behind, true);
  perform app.renumber_line(campus, day);
  -- No trigger writes that.
  insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before, after)
    values (person, who, 'reorder', 'pickup_queue', campus || ' ' || day, before, after);
  if once is not null then
    update app.idempotency set result = 'null'
      where scope = once ->> 'scope' and key = once ->> 'key';
  end if;
end
$$;
