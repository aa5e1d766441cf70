-- A mail may say what was typed (a name, an address) where its reader has shown that the address is
-- theirs, or where staff typed it (rules: no-promotion, guest-links).
create function app.may_be_named(b public.bookings) returns boolean language plpgsql stable as
$$
begin
  return app.address_confirmed(b) or exists (select from public.audit_log l
    where l.table_name = 'bookings' and l.row_id = b.id::text and l.action = 'insert'
      and l.actor_role in ('worker', 'admin', 'executive'));
end
$$;
