-- What is counted of a booking. One that was sent anew counts as the new one (rule: submit-again);
-- where staff only set the status, the row's last change stands for the moment of cancelling.
create or replace view app.booking_facts as
  select b.id as booking_id, b.created_at as made_at, b.campus_id,
    case when b.status = 'cancelled' then coalesce(b.cancelled_at, b.updated_at) end as cancelled_at,
    b.pickup_date, b.return_delivery_date,
    l.valid_from,
    p.items, p.first_counted_at, p.last_counted_at, b.how_heard,
    b.referral_code is not null as referred,
    case when b.status = 'cancelled' then nullif(btrim(b.cancellation_note), '') end as reason,
    case when b.status = 'cancelled' then b.cancellation_fee_cents end as fee_cents
  from public.bookings b left join app.booking_prices l on l.booking_id = b.id left join (
    select booking_id, sum(items_counted)::integer as items,
      min(coalesce(completed_at, updated_at)) as first_counted_at,
      max(coalesce(completed_at, updated_at)) as last_counted_at
    from public.pickups where items_counted is not null and status = 'completed'
    group by booking_id
  ) p on p.booking_id = b.id
  where b.superseded_by is null;

-- A mail may say what was typed (a name, an address) where its reader has shown that the address is
-- theirs, or where staff typed it (rules: no-promotion, guest-links).
create or replace function app.may_be_named(b public.bookings) returns boolean language plpgsql stable as
$$
begin
  return app.address_confirmed(b) or exists (select from public.audit_log l
    where l.table_name = 'bookings' and l.row_id = b.id::text and l.action = 'insert'
      and l.actor_role in ('worker', 'admin', 'executive'));
end
$$;

-- Whether a guest booking still waits for its confirmation: by its mail, by the owner of the account
-- that has proved its address, or by the office. Until then it costs nothing.
create or replace function app.is_unconfirmed(b public.bookings) returns boolean language sql stable as
$$
  select b.user_id is null and b.email_confirmed_at is null and (b.confirm_by is not null or exists (
    select from auth.users u where u.email = lower(b.guest_email)
      and u.email_confirmed_at is not null and not u.email_autoconfirmed))
$$;

create or replace function app.address_confirmed(b public.bookings) returns boolean
  language plpgsql stable as
$$
begin
  if b.email_confirmed_at is not null or b.user_id is null then
    return b.email_confirmed_at is not null;
  end if;
  return exists (select from auth.users u where u.id = b.user_id and u.email = lower(b.email)
    and u.email_confirmed_at is not null);
end
$$;

-- Cards that pay by themselves: of payers who agreed, and whom the invoices still go to.
create or replace view app.paying_cards as
select c.id, c.booking_id, c.member_id, c.label, c.stripe_customer, c.stripe_method, c.agreed_at
from app.saved_cards c join public.bookings b on b.id = c.booking_id
  left join app.plan_members m on m.id = c.member_id
  left join public.users u on u.id = case when c.member_id is null then b.user_id else m.user_id end
where c.ended_at is null and lower(c.email) = lower(case when c.member_id is null then coalesce(
  case when not app.is_unconfirmed(b) then b.payer_email end, u.email, b.email, b.guest_email)
  else u.email end);
