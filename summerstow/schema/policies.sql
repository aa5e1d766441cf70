-- Who may see and change what, on one page.
-- Applied again whenever it or a function changes, in one transaction; nothing is granted elsewhere.
--
--   anon       signed out                guest      signed out, reading back the booking it just made
--   customer | worker | admin | executive           signed in, by the role in `users`
--   service    the service key                     key        a program with an API key

-- Roles belong to the whole server: another database may have made them.
do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'summerstow_anon', 'summerstow_guest', 'summerstow_customer', 'summerstow_worker',
    'summerstow_admin', 'summerstow_executive', 'summerstow_service', 'summerstow_key'
  ] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      -- From PostgreSQL 16 on, whoever makes a role may administer it, but not yet become it.
      begin
        execute format('grant %I to current_user', role_name);
      exception when insufficient_privilege then
        if not pg_has_role(current_user, role_name, 'member') then
          raise;
        end if;
      end;
    end if;
  end loop;
end
$$;

do $$
declare
  one record;
begin
  for one in select schemaname, tablename, policyname from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on %I.%I', one.policyname, one.schemaname, one.tablename);
  end loop;
  for one in select rolname from pg_roles where rolname in (
    'summerstow_anon', 'summerstow_guest', 'summerstow_customer', 'summerstow_worker',
    'summerstow_admin', 'summerstow_executive', 'summerstow_service', 'summerstow_key'
  ) loop
    execute format('revoke all on all tables in schema public, app from %I', one.rolname);
    execute format('grant usage on schema public, app to %I', one.rolname);
  end loop;
  for one in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I enable row level security', one.tablename);
    execute format('revoke all on public.%I from public', one.tablename);
  end loop;
end
$$;
revoke all on schema public, app from public;
revoke execute on all functions in schema app from public;
grant execute on function app.user_id(), app.created_ids(), app.is_line(text, integer), app.is_email(text),
  app.is_plausible(date), app.is_near(date), app.starts_at(text),
  app.touch(), app.own_shares(), app.own_campuses(), app.folded(text), app.name_key(text), app.search_text(text), app.searched(text),
  app.email_words(text), app.phone_words(text), app.booking_words(uuid, text, text, text, text, text, text),
  app.door_words(text, text, text, text, text, text), app.booking_code(uuid), app.time_ordered_id(timestamptz),
  app.user_words(text, text, text) to
  summerstow_anon, summerstow_guest, summerstow_customer, summerstow_worker, summerstow_admin,
  summerstow_executive, summerstow_service, summerstow_key;

-- The service key: everything, except that evidence (the audit log, what was recorded and signed at
-- a stop) and money are only read.
grant select, insert, update, delete on
  users, campuses, slot_availability, bookings, pickups, pickup_queue, run_stops, kit_stock,
  kit_deliveries, items, booking_items to summerstow_service;
create policy service on kit_stock to summerstow_service using (true) with check (true);
create policy service on kit_deliveries to summerstow_service using (true) with check (true);
create policy service on items to summerstow_service using (true) with check (true);
grant select on audit_log to summerstow_service;
create policy service on users to summerstow_service using (true) with check (true);
create policy service on campuses to summerstow_service using (true) with check (true);
create policy service on slot_availability to summerstow_service using (true) with check (true);
create policy service on bookings to summerstow_service using (true) with check (true);
create policy service on pickups to summerstow_service using (true) with check (true);
create policy service on audit_log for select to summerstow_service using (true);

-- Campuses and free places: for everybody to read.
grant select on campuses, slot_availability to
  summerstow_anon, summerstow_guest, summerstow_customer, summerstow_worker, summerstow_admin,
  summerstow_executive;
create policy everybody_reads on campuses for select to
  summerstow_anon, summerstow_guest, summerstow_customer, summerstow_admin,
  summerstow_executive using (true);
-- Workers know and work the campuses that they are limited to.
create policy crew_reads on campuses for select to summerstow_worker using (
  (select app.own_campuses()) is null or id = any ((select app.own_campuses())::integer[]));
create policy everybody_reads on slot_availability for select to
  summerstow_anon, summerstow_guest, summerstow_customer, summerstow_worker, summerstow_admin,
  summerstow_executive using (true);
grant insert (date, campus_id, capacity, available_slots, time_of_day),
  update (capacity, available_slots, time_of_day) on slot_availability to summerstow_executive;
create policy executives_write on slot_availability for insert to summerstow_executive with check (true);
create policy executives_change on slot_availability for update to summerstow_executive using (true) with check (true);

-- Profiles: one's own; customers for workers; all for admins and executives.
grant select on users to summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive;
grant update (full_name) on users to summerstow_customer, summerstow_worker, summerstow_admin;
grant update (full_name, customer_id, email) on users to summerstow_executive;
create policy own_read on users for select to summerstow_customer, summerstow_worker
  using (id = (select app.user_id()));
create policy workers_read_customers on users for select to summerstow_worker using (role = 'customer');
create policy all_read on users for select to summerstow_admin, summerstow_executive using (true);
create policy own_change on users for update to summerstow_customer, summerstow_worker, summerstow_admin
  using (id = (select app.user_id())) with check (id = (select app.user_id()));
create policy executives_change on users for update to summerstow_executive using (true) with check (true);

-- Bookings.
grant insert (id, campus_id, first_name, last_name, guest_first_name, guest_last_name, email,
  guest_email, phone, guest_phone, residence_type, building_name, address, supply_kit_delivery_date,
  pickup_date, pickup_time, return_delivery_date, delivery_option, delivery_address, how_heard,
  additional_comments, has_flight, flight_time, status, user_id, hold_id, referral_code,
  booked_by, contact_name, contact_phone, contact_email, contact_language, payer_name, payer_phone,
  payer_email, payer_language, text_messages, pricing, expected_items, expected_value_cents) on bookings to summerstow_guest;
grant select on bookings to summerstow_guest;
create policy guests_book on bookings for insert to summerstow_guest
  with check (user_id is null and status = 'pending' and id = any ((select app.created_ids())::uuid[]));
create policy guests_read_back on bookings for select to summerstow_guest
  using (id = any ((select app.created_ids())::uuid[]));

grant insert (campus_id, first_name, last_name, guest_first_name, guest_last_name, email,
  guest_email, phone, guest_phone, residence_type, building_name, address, supply_kit_delivery_date,
  pickup_date, pickup_time, return_delivery_date, delivery_option, delivery_address, how_heard,
  additional_comments, has_flight, flight_time, status, user_id, hold_id, referral_code,
  booked_by, contact_name, contact_phone, contact_email, contact_language, payer_name, payer_phone,
  payer_email, payer_language, text_messages, pricing, expected_items, expected_value_cents) on bookings to summerstow_customer;
grant select on bookings to summerstow_customer;
grant update (supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date)
  on bookings to summerstow_customer;
create policy customers_book on bookings for insert to summerstow_customer
  with check (user_id = (select app.user_id()) and status = 'pending');
create policy customers_read on bookings for select to summerstow_customer
  using (user_id = (select app.user_id()));
create policy customers_change_dates on bookings for update to summerstow_customer
  using (user_id = (select app.user_id())
    and status not in ('picked_up', 'delivered', 'completed', 'cancelled'))
  with check (user_id = (select app.user_id()));

grant select on bookings to summerstow_worker, summerstow_admin, summerstow_executive;
grant update (supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date)
  on bookings to summerstow_admin;
grant update (supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date, status)
  on bookings to summerstow_executive;
create policy staff_read on bookings for select to summerstow_worker, summerstow_admin, summerstow_executive
  using (true);
create policy staff_change on bookings for update to summerstow_admin, summerstow_executive
  using (true) with check (true);

-- The day's pickups and the queue.
grant select on pickups, pickup_queue to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive;
grant insert (user_id, booking_id, pickup_date, status), update (status, pickup_date, items_counted) on pickups to
  summerstow_worker, summerstow_admin, summerstow_executive;
grant insert (user_id, booking_id, campus_id, pickup_date, queue_position, is_ready, pickup_id),
  update (queue_position, is_ready, pickup_id) on pickup_queue to
  summerstow_worker, summerstow_admin, summerstow_executive;
grant insert (user_id, booking_id, campus_id, date, queue_position, is_ready, pickup_id),
  update (queue_position, is_ready, pickup_id) on run_stops to
  summerstow_worker, summerstow_admin, summerstow_executive;
create policy own_read on pickups for select to summerstow_customer using (user_id = (select app.user_id()));
create policy staff on pickups to summerstow_worker, summerstow_admin, summerstow_executive
  using (true) with check (true);

-- What customers signed at the door: their own, and all for staff. Written by the verbs alone.
grant select on pickup_signatures to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
create policy own_read on pickup_signatures for select to summerstow_customer using (
  pickup_id = any (array(select id from pickups where user_id = (select app.user_id()))));
create policy staff_read on pickup_signatures for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);

-- What a person has to decide about: for the office to read; the crew by commands. Written by the
-- verbs alone.
grant select on custody_cases to summerstow_admin, summerstow_executive, summerstow_service;
create policy office_read on custody_cases for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);

-- What happened: for admins and executives to read.
grant select on audit_log to summerstow_admin, summerstow_executive;
create policy audit_read on audit_log for select to summerstow_admin, summerstow_executive using (true);

-- Why dates were changed: one's own, and all for staff. Written by the verbs alone.
grant select on date_changes to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
-- Not who did it, nor what staff noted.
grant select (id, booking_id, at, field, was_date, was_time, is_date, is_time, reason,
  notice_minutes, state) on date_changes to summerstow_customer;
create policy own_read on date_changes for select to summerstow_customer using (
  booking_id = any (array(select id from bookings where user_id = (select app.user_id()))));
create policy staff_read on date_changes for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Supply kits: for staff to read; written by the verbs alone. One's own kit for its customer.
grant select on kit_deliveries to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
grant select (booking_id, state, delivered_at, created_at, updated_at) on kit_deliveries
  to summerstow_customer;
create policy own_read on kit_deliveries for select to summerstow_customer using (
  booking_id = any (array(select id from bookings where user_id = (select app.user_id()))));
create policy staff_read on kit_deliveries for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);
grant select on kit_stock to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
create policy staff_read on kit_stock for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Items: one's own, and all for staff to read; where they stand is for staff alone. Written by the
-- verbs alone.
grant select on items to
  summerstow_worker, summerstow_admin, summerstow_executive;
grant select (id, booking_id, user_id, number, label_code, kind, description, boxed, heavy,
  declared_value_cents, picture_id, state, damaged, last_event_at, last_event_words, created_at,
  updated_at) on items to summerstow_customer;
create policy own_read on items for select to summerstow_customer using (
  user_id = (select app.user_id()));
create policy staff_read on items for select to
  summerstow_worker, summerstow_admin, summerstow_executive using (true);
-- For one version: the table's old name.
grant select on booking_items to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;

-- What happened to items: one's own without places and notes, and all for staff. Written by the
-- verbs alone.
grant select on item_events to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
grant select (id, item_id, kind, at, received_at, photo_id) on item_events to summerstow_customer;
create policy own_read on item_events for select to summerstow_customer using (
  blocked is null
  and item_id = any (array(select id from items where user_id = (select app.user_id()))));
create policy staff_read on item_events for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Claims: one's own without who decided, and all for the office. Written by the verbs alone.
grant select on claims to summerstow_admin, summerstow_executive, summerstow_service;
grant select (id, item_id, booking_id, user_id, what, words, amount_cents, photo_ids, cap_cents,
  state, decided_cents, decision_words, filed_at, decided_at, paid_out_cents, paid_out_at)
  on claims to summerstow_customer;
create policy own_read on claims for select to summerstow_customer using (
  user_id = (select app.user_id()));
create policy office_read on claims for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Labels: those of one's own items, and all for staff. Shelves: for staff.
grant select on labels to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
create policy own_read on labels for select to summerstow_customer using (
  item_id = any (array(select id from items where user_id = (select app.user_id()))));
create policy staff_read on labels for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);
grant select on locations to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
create policy staff_read on locations for select to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Quotes for deliveries to another city: one's own, and all for the office. Not for the crew.
grant select on delivery_quotes to
  summerstow_admin, summerstow_executive, summerstow_service;
grant select (id, booking_id, address, day, state, cents, note, valid_until, asked_at, sent_at,
  decided_at, reason) on delivery_quotes to summerstow_customer;
create policy own_read on delivery_quotes for select to summerstow_customer using (
  booking_id = any (array(select id from bookings where user_id = (select app.user_id()))));
create policy office_read on delivery_quotes for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Money: one's own and, for the office, all, to read; written by the verbs alone. Not for the crew.
grant select on ledger, invoices, settlements to
  summerstow_admin, summerstow_executive, summerstow_service;
grant select on invoices, settlements to summerstow_customer;
grant select (id, serial, at, day, booking_id, invoice_id, member_id, kind, code, event, words, term,
  quantity, unit_cents, amount_cents, bank_reference, received_on, disputed_at)
  on ledger to summerstow_customer;
-- A friend's share of a bundle is the friend's own, and nobody else's who shares it.
create policy own_read on ledger for select to summerstow_customer using (
  (member_id is null
    and booking_id = any (array(select id from bookings where user_id = (select app.user_id()))))
  or member_id = any ((select app.own_shares())::uuid[]));
create policy own_read on invoices for select to summerstow_customer using (
  (member_id is null
    and booking_id = any (array(select id from bookings where user_id = (select app.user_id()))))
  or member_id = any ((select app.own_shares())::uuid[]));
create policy own_read on settlements for select to summerstow_customer using (
  credit_id = any (array(select id from ledger)));
create policy office_read on ledger for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);
create policy office_read on invoices for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);
create policy office_read on settlements for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);
grant select on cases to summerstow_admin, summerstow_executive, summerstow_service;
create policy office_read on cases for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Runs and who works on them: for staff, workers those of today and tomorrow. A stop: one's own for
-- its customer, and what was recorded there. Written by the verbs alone.
grant select on runs, run_workers to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
create policy crew_reads on runs for select to summerstow_worker using (app.is_near(date)
  and ((select app.own_campuses()) is null
    or campus_id = any ((select app.own_campuses())::integer[])));
create policy office_reads on runs for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);
create policy crew_reads on run_workers for select to summerstow_worker using (
  exists (select 1 from runs r where r.id = run_id));
create policy office_reads on run_workers for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);
grant select on run_stops to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive,
  summerstow_service;
-- Not who recorded it, and not what the crew noted for the office.
grant select on stop_events to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
grant select (id, stop_id, booking_id, kind, state, at, received_at, signed_by, strokes, by_proxy,
  failure, photo_id) on stop_events to summerstow_customer;
create policy own_read on run_stops for select to summerstow_customer using (
  user_id = (select app.user_id()));
-- The queue of any day, other stops of the days that a crew works.
create policy crew_reads on run_stops for select to summerstow_worker using (
  (queue_id is not null or app.is_near(date))
  and (campus_id is null or (select app.own_campuses()) is null
    or campus_id = any ((select app.own_campuses())::integer[])));
create policy staff_add on run_stops for insert to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service
  with check (kind = 'pickup');
create policy staff_change on run_stops for update to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service
  using (queue_id is not null);
create policy service_removes on run_stops for delete to summerstow_service
  using (queue_id is not null);
create policy office_reads on run_stops for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);
create policy own_read on stop_events for select to summerstow_customer using (
  applies
  and booking_id = any (array(select id from bookings where user_id = (select app.user_id()))));
create policy crew_reads on stop_events for select to summerstow_worker using (
  exists (select 1 from run_stops s where s.id = stop_id and app.is_near(s.date)));
create policy office_reads on stop_events for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Devices that messages are pushed to: one's own, without the keys. Written by the verbs alone.
grant select (id, user_id, endpoint, user_agent, created_at) on push_subscriptions to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive;
create policy own_read on push_subscriptions for select to
  summerstow_customer, summerstow_worker, summerstow_admin, summerstow_executive
  using (user_id = (select app.user_id()));

-- Fees with their evidence: one's own once charged, without who proposed it; what one proposed
-- oneself; and all for the office. Written by the verbs alone.
grant select on fee_proposals to
  summerstow_worker, summerstow_admin, summerstow_executive, summerstow_service;
grant select (id, booking_id, stop_id, term, amount_cents, reason, arrived_at, photo_id, state,
  proposed_at, invoice_id, charged_at, charge_words, dispute_words, disputed_at, decision_words,
  decided_at, due_on) on fee_proposals to summerstow_customer;
create policy own_read on fee_proposals for select to summerstow_customer using (
  state not in ('proposed', 'refused')
  and booking_id = any (array(select id from bookings where user_id = (select app.user_id()))));
create policy crew_reads on fee_proposals for select to summerstow_worker using (
  proposed_by = (select app.user_id()));
create policy office_reads on fee_proposals for select to
  summerstow_admin, summerstow_executive, summerstow_service using (true);

-- Programs with an API key read what their key's scopes name, and write by commands alone.
grant select on campuses, slot_availability, bookings, items, item_events, runs, run_stops, pickups,
  ledger, invoices, settlements, claims to summerstow_key;
grant select (id, email, full_name, customer_id, created_at, updated_at) on users to summerstow_key;
create policy keys_read on campuses for select to summerstow_key using (true);
create policy keys_read on slot_availability for select to summerstow_key using (true);
create policy keys_read on bookings for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{bookings:read}');
create policy keys_read on users for select to summerstow_key
  using (role = 'customer' and string_to_array(current_setting('app.scopes', true), ' ') @> '{customers:read}');
create policy keys_read on items for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{items:read}');
create policy keys_read on item_events for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{items:read}');
create policy keys_read on runs for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{visits:read}');
create policy keys_read on run_stops for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{visits:read}');
create policy keys_read on pickups for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{visits:read}');
create policy keys_read on ledger for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{money:read}');
create policy keys_read on invoices for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{money:read}');
create policy keys_read on settlements for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{money:read}');
create policy keys_read on claims for select to summerstow_key using (string_to_array(current_setting('app.scopes', true), ' ') @> '{claims:read}');
