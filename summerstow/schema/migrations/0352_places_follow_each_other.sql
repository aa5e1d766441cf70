-- Where PostgreSQL makes ids that begin with the time (from 18 on), those of places in line do, and so
-- those of their stops: with a million bookings each random one changed a page of its own in three
-- indexes, which the log then holds whole. None of them is a secret.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    alter table public.pickup_queue alter id set default uuidv7();
  end if;
end
$$;
