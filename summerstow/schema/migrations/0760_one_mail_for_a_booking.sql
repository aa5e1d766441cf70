-- The mail about a new booking takes the link and the digits of a sign-up mail that waits for it
-- (auth/signup/signup.py): who books without an account gets one mail, whether the address has an
-- account or not.
create or replace function app.send_received(bookings uuid[], addresses text[], words jsonb[],
  moments timestamptz[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as
$$
begin
  with joined as (
    delete from app.outbox o where o.id = any(array(
      select w.id from unnest(addresses, moments) m (address, due)
        join app.outbox w on lower(w.recipient) = lower(m.address)
        where starts_with(w.cause, 'with-booking:') and w.sent_at is null
          and w.given_up_at is null and w.attempts = 0 and w.due_at > m.due
        order by w.id for update of w skip locked))
      returning lower(o.recipient) as address,
        case when o.data ? 'code' then jsonb_build_object('account_link', o.data -> 'link',
          'account_code', o.data -> 'code') else '{}' end || '{"one_mail": true}' as said)
  insert into app.outbox (cause, kind, channel, recipient, data, due_at, planned_at)
    select 'booking-received:' || m.booking, 'booking_received', 'mail', m.address,
      m.words || coalesce((select j.said from joined j where j.address = lower(m.address) limit 1),
        '{}'), m.due, m.due
    from unnest(bookings, addresses, words, moments) m (booking, address, words, due)
    where m.due is not null
    on conflict (cause) do nothing;
end
$$;
