-- Those who are put behind what has begun stand there in the order in which they came: the second was
-- put directly behind it, before the first.
create or replace function app.place_to_come(run uuid, at text, next text) returns text
  language plpgsql as
$$
declare
  begun text;
begin
  select place into begun from public.run_stops
    where run_id = run and state <> 'waiting' order by place desc limit 1;
  if begun > at collate "C" and (next is null or begun < next collate "C") then
    select place into begun from public.run_stops
      where run_id = run and place >= begun and place < split_part(begun, chr(2), 1) || chr(3)
      order by place desc limit 1;
    return app.place_behind(run, begun);
  end if;
  return at;
end
$$;
