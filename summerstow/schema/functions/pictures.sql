-- A picture that was taken off, or whose item is gone, is kept no longer.
create or replace function app.drop_picture() returns trigger language plpgsql security definer
  set search_path = pg_catalog as
$$
begin
  delete from app.pictures where id = old.picture_id;
  return null;
end
$$;
