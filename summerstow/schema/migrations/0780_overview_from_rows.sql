-- The overview reads bookings, stops, accounts and the ledger themselves: the tables of sums, what
-- kept them up and the job that added up go.

drop trigger bookings_count_deleted on public.bookings;
drop trigger bookings_count_new on public.bookings;
drop trigger bookings_hold_money on public.bookings;
drop trigger bookings_move_money on public.bookings;
drop trigger bookings_move_owed on public.bookings;
drop trigger ledger_sums on public.ledger;
drop trigger pickups_count on public.pickups;
drop trigger users_count_changed on public.users;
drop trigger users_count_gone on public.users;
drop trigger users_count_new on public.users;
drop trigger open_invoices_changed on app.open_invoices;
drop trigger open_invoices_gone on app.open_invoices;
drop trigger bookings_count_changed on public.bookings;
drop trigger fee_proposals_due on public.fee_proposals;

create or replace function app.invoice_closes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  one constant uuid := case tg_table_name when 'invoices' then to_jsonb(new) ->> 'id'
    else to_jsonb(new) ->> 'invoice_id' end;
begin
  delete from app.open_invoices where invoice_id = one
    and not exists (select from app.invoice_owed i where i.id = one and i.owed_cents > 0);
  return null;
end
$$;

-- squawk-ignore ban-drop-view
drop view app.bookings_to_count, app.bookings_beside_sums, app.crew_days_to_count,
  app.changed_crew_facts;
drop function app.count_again(), app.count_pickup_again(), app.count_sign_up_again(),
  app.hold_money(), app.move_money(), app.move_owed(), app.proposal_due_again(), app.sum_money(),
  app.take_from_owed(), app.owe_again(uuid[]), app.counted_since(), app.signed_up_since();
-- squawk-ignore ban-drop-table
drop table app.counted_bookings cascade;
drop function app.sum_counted();
-- squawk-ignore ban-drop-table
drop table app.money_changes, app.money_of_days, app.money_summed_after, app.changed_bookings,
  app.crew_days, app.changed_crew_days, app.counted_until, app.moment_sums, app.sign_up_sums,
  app.sign_up_changes, app.pickup_sums, app.made_month_sums, app.made_sums, app.ended_sums,
  app.item_sums, app.reason_sums, app.owed_sums, app.owed_changes, app.counted_by;
drop function app.money_of(text, date, date, integer), app.part_of_day(timestamptz),
  app.part_month(timestamptz), app.part_month_from(timestamptz);
-- squawk-ignore ban-drop-column
alter table app.open_invoices drop column counted_due_on;
-- squawk-ignore ban-drop-column
alter table app.open_invoices drop column counted_campus_id;
-- squawk-ignore ban-drop-column
alter table app.open_invoices drop column counted_cents;
delete from app.job where name = 'sums';
