-- A picture that was taken off, or whose item is gone, is kept no longer.
create or replace function app.drop_picture() returns trigger language plpgsql security definer
  set search_path = pg_catalog as
$$
begin
  if tg_op = 'DELETE' or old.picture_id is distinct from new.picture_id then
    delete from app.pictures where id = old.picture_id;
  end if;
  return null;
end
$$;
