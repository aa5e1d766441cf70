-- The entries from before there were sums. The migration's own row follows it, and until then no
-- booking moves to another campus.
insert into app.money_of_days (day, campus_id, earlier, entries, booked_cents, tax_cents,
    received_cents)
  select m.on_day, b.campus_id, true, count(*), sum(m.booked_cents), sum(m.tax_cents),
    sum(m.received_cents)
  from public.ledger l join public.bookings b on b.id = l.booking_id
    cross join lateral app.money_of(l.kind, l.day, l.received_on, l.amount_cents) m
  where l.serial <= (select serial from app.money_summed_after)
  group by 1, 2 on conflict do nothing;
