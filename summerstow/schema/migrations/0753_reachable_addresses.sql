-- Mail servers take an address in ASCII: a domain beyond it is stored as `xn--…`, and no account or
-- booking has other letters before the @ (rule: reachable-address).
create or replace function app.is_email(value text) returns boolean
  language plpgsql immutable strict parallel safe as
$$
begin
  return length(value) <= 255 and octet_length(value) = length(value)
    and value ~ '^[^[:space:][:cntrl:]@<>"(),:;]+@[^[:space:][:cntrl:]@<>"(),:;]+\.[^[:space:][:cntrl:]@<>"(),:;.]+$';
end
$$;
