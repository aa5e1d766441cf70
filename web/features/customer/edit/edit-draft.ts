import type { Booking } from "@api/bookings/booking";
import type { BookingChanges, StoredBooking } from "@api/bookings/commands";

/** What the form of Edit Booking holds: everything that could be changed, text as typed. */
export type Draft = { [Field in keyof BookingChanges]-?: StoredBooking[Field] };

/** The form as the booking stands. */
export function draftOf(booking: Booking): Draft {
  return {
    first_name: booking.first_name,
    last_name: booking.last_name,
    phone: booking.phone,
    contact_name: booking.contact_name,
    contact_phone: booking.contact_phone,
    payer_email: booking.payer_email,
    text_messages: booking.text_messages,
    pricing: booking.pricing,
    campus_id: booking.campus_id,
    residence_type: booking.residence_type,
    building_name: booking.building_name,
    address: booking.address,
    supply_kit_delivery_date: booking.supply_kit_delivery_date,
    pickup_date: booking.pickup_date,
    pickup_time: booking.pickup_time,
    has_flight: booking.has_flight,
    flight_time: booking.flight_time,
    additional_comments: booking.additional_comments,
    delivery_option: booking.delivery_option,
    delivery_address: booking.delivery_address,
    return_delivery_date: booking.return_delivery_date,
  };
}

/** Those fields of the form that say something else than the booking, text trimmed, "" as none. */
export function changesOf(booking: Booking, draft: Draft): BookingChanges {
  const before = draftOf(booking);
  const changed = Object.entries(draft).flatMap(([field, value]) => {
    const now = typeof value === "string" ? value.trim() || null : value;
    return now === before[field as keyof Draft] ? [] : [[field, now]];
  });
  return Object.fromEntries(changed) as BookingChanges;
}

const PICKUP: readonly (keyof Draft)[] = ["pickup_date", "pickup_time"];

/** The changes without those of the pickup, which staff may have to confirm. */
export function withoutPickup(changes: BookingChanges): BookingChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => !PICKUP.includes(field as keyof Draft)),
  );
}

/** What is missing before it can be saved, in the words of the wizard; empty when nothing is. */
export function draftProblems(draft: Draft): Partial<Record<keyof Draft, string>> {
  const problems: Partial<Record<keyof Draft, string>> = {};
  if (!draft.first_name?.trim()) problems.first_name = "First name is required";
  if (!draft.last_name?.trim()) problems.last_name = "Last name is required";
  if (draft.has_flight && !draft.flight_time) problems.flight_time = "Choose when you fly";
  const delivers =
    draft.delivery_option === "same_city" || draft.delivery_option === "different_city";
  if (delivers && !draft.return_delivery_date)
    problems.return_delivery_date = "Pick a delivery date";
  if (delivers && !draft.delivery_address?.trim())
    problems.delivery_address = "Enter the delivery address";
  return problems;
}
