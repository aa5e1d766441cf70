create or replace function app.kit_is_stop() returns trigger language plpgsql security definer
  set search_path = '' as
$$
begin
  perform app.take_day(s.campus_id, s.date) from public.run_stops s
    where s.kind = 'kit' and s.booking_id = new.booking_id;
  update public.run_stops s set
    state = case new.state when 'out' then 'on_way' when 'delivered' then 'completed'
      when 'failed' then 'failed' else 'waiting' end,
    completed_at = new.delivered_at,
    failure = case when new.state = 'failed' then s.failure end
    where s.kind = 'kit' and s.booking_id = new.booking_id
      and s.date = (select supply_kit_delivery_date from public.bookings where id = new.booking_id)
      and not (s.state = 'arrived' and new.state = 'out');
  return null;
end
$$;
