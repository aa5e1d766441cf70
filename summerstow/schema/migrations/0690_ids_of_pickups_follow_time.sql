-- The ids of pickups begin with the time, too: with a million of them each random one changed a page of
-- its own in their key and another in the log's index of rows.
alter table public.pickups alter id set default app.time_ordered_id();
-- Where PostgreSQL has a function of its own, as for places in line (0352).
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    alter table public.pickups alter id set default uuidv7();
  end if;
end
$$;
