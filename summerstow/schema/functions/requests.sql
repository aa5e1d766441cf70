-- From a bucket (auth.request_limits), as much as `cost`; false where that much is not there.
create or replace function app.take_request(bucket text, moment timestamptz, cost interval, whole interval)
  returns boolean language plpgsql as
$$
begin
  insert into auth.request_limits as b (key, full_at) values (bucket, moment + cost)
    on conflict (key) do update set full_at = greatest(b.full_at, moment) + cost
    where greatest(b.full_at, moment) + cost <= moment + whole;
  return found;
end
$$;

-- Whether a request with an Idempotency-Key is the first; it is remembered then. A simultaneous
-- twin waits here. One that `roams` has a key that nobody else can have, whatever its address.
create or replace function app.is_first(whose text, asked_key text, hash text, roams boolean) returns boolean
  language plpgsql as
$$
begin
  if roams and exists (select from app.idempotency
      where key = asked_key and request_hash = hash and starts_with(scope, 'anon ')) then
    return false;
  end if;
  insert into app.idempotency (scope, key, request_hash) select whose, asked_key, hash
    where not exists (select from app.idempotency_refusals
      where (scope, key, request_hash) = (whose, asked_key, hash))
    on conflict do nothing;
  return found;
end
$$;
