-- What the columns of a booking may hold is one CHECK. PostgreSQL reads and plans each CHECK anew
-- in every statement that stores a row: 29 of them took longer than the row itself. Whoever breaks
-- one is told its name as before.

create function app.is_booking(one public.bookings) returns boolean
  language plpgsql immutable parallel safe as
$$
declare
  -- No condition on what is null is true.
  broken constant text := 'bookings_' || case
    when length(one.first_name) > 100 or one.first_name ~ '[[:cntrl:]]'
      then 'first_name_check'
    when length(one.last_name) > 100 or one.last_name ~ '[[:cntrl:]]'
      then 'last_name_check'
    when length(one.guest_first_name) > 100 or one.guest_first_name ~ '[[:cntrl:]]'
      then 'guest_first_name_check'
    when length(one.guest_last_name) > 100 or one.guest_last_name ~ '[[:cntrl:]]'
      then 'guest_last_name_check'
    when length(one.phone) > 32 or one.phone ~ '[[:cntrl:]]'
      then 'phone_check'
    when length(one.guest_phone) > 32 or one.guest_phone ~ '[[:cntrl:]]'
      then 'guest_phone_check'
    when length(one.building_name) > 200 or one.building_name ~ '[[:cntrl:]]'
      then 'building_name_check'
    when length(one.how_heard) > 100 or one.how_heard ~ '[[:cntrl:]]'
      then 'how_heard_check'
    when length(one.referral_code) > 32 or one.referral_code ~ '[[:cntrl:]]'
      then 'referral_code_check'
    when length(one.pickup_time) > 40 or one.pickup_time ~ '[[:cntrl:]]'
      then 'pickup_time_check'
    when length(one.return_delivery_time) > 40 or one.return_delivery_time ~ '[[:cntrl:]]'
      then 'return_delivery_time_check'
    when length(one.address) > 500 then 'address_check'
    when length(one.delivery_address) > 500 then 'delivery_address_check'
    when length(one.additional_comments) > 2000 then 'additional_comments_check'
    when length(one.cancellation_note) > 500 then 'cancellation_note_check'
    when not app.is_email(one.email) then 'email_check'
    when one.guest_email is distinct from one.email and not app.is_email(one.guest_email)
      then 'guest_email_check'
    when lower(one.guest_email) <> lower(one.email) then 'guest_address_is_the_address'
    when one.residence_type not in ('on_campus', 'other')
      then 'residence_type_check'
    when one.delivery_option not in ('same_city', 'different_city', 'decide_later')
      then 'delivery_option_check'
    when one.flight_time not in ('morning', 'afternoon', 'evening')
      then 'flight_time_check'
    when one.booked_by not in ('student', 'parent')
      then 'booked_by_check'
    when one.pricing not in ('bundle', 'single_items')
      then 'pricing_check'
    when one.status not in
      ('pending', 'confirmed', 'in_queue', 'picked_up', 'delivered', 'completed', 'cancelled')
      then 'status_check'
    when not app.is_plausible(one.supply_kit_delivery_date) then 'supply_kit_delivery_date_check'
    when not app.is_plausible(one.pickup_date) then 'pickup_date_check'
    when not app.is_plausible(one.return_delivery_date) then 'return_delivery_date_check'
    when one.cancellation_fee_cents < 0 then 'cancellation_fee_cents_check'
    when one.location_fee_cents < 0 then 'location_fee_cents_check'
  end;
begin
  if broken is not null then
    raise check_violation using schema = 'public', table = 'bookings', constraint = broken,
      message = format('new row for relation "bookings" violates check constraint "%s"', broken);
  end if;
  return true;
end
$$;
alter table public.bookings
  add constraint bookings_is_booking check (app.is_booking(bookings)) not valid,
  drop constraint bookings_first_name_check,
  drop constraint bookings_last_name_check,
  drop constraint bookings_guest_first_name_check,
  drop constraint bookings_guest_last_name_check,
  drop constraint bookings_phone_check,
  drop constraint bookings_guest_phone_check,
  drop constraint bookings_building_name_check,
  drop constraint bookings_how_heard_check,
  drop constraint bookings_referral_code_check,
  drop constraint bookings_pickup_time_check,
  drop constraint bookings_return_delivery_time_check,
  drop constraint bookings_address_check,
  drop constraint bookings_delivery_address_check,
  drop constraint bookings_additional_comments_check,
  drop constraint bookings_cancellation_note_check,
  drop constraint bookings_email_check,
  drop constraint bookings_guest_email_check,
  drop constraint bookings_guest_address_is_the_address,
  drop constraint bookings_residence_type_check,
  drop constraint bookings_delivery_option_check,
  drop constraint bookings_flight_time_check,
  drop constraint bookings_booked_by_check,
  drop constraint bookings_pricing_check,
  drop constraint bookings_status_check,
  drop constraint bookings_supply_kit_delivery_date_check,
  drop constraint bookings_pickup_date_check,
  drop constraint bookings_return_delivery_date_check,
  drop constraint bookings_cancellation_fee_cents_check,
  drop constraint bookings_location_fee_cents_check;
