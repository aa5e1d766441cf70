import type { Booking } from "@api/bookings/booking";
import type { BookingChanges, StoredBooking } from "@api/bookings/commands";
import * as z from "zod/mini";

/** The number of items and their protection are changed beside their price. */
type Field = Exclude<keyof BookingChanges, "expected_items" | "expected_value_cents">;

/** What the form of Edit Booking holds: everything that could be changed, text as typed. */
export type Draft = { [One in Field]: StoredBooking[One] };

/** The form's fields: the draft, and why the office edits it ("" for customers). */
export type EditValues = Draft & { reason: string };

/** The form as the booking stands. */
export function draftOf(booking: Booking): Draft {
  return {
    first_name: booking.first_name,
    last_name: booking.last_name,
    phone: booking.phone,
    contact_name: booking.contact_name,
    contact_phone: booking.contact_phone,
    contact_email: booking.contact_email,
    contact_language: booking.contact_language,
    payer_name: booking.payer_name,
    payer_phone: booking.payer_phone,
    payer_email: booking.payer_email,
    payer_language: booking.payer_language,
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
  const changed = Object.entries(draftOf(booking)).flatMap(([field, before]) => {
    const value = draft[field as keyof Draft];
    const now = typeof value === "string" ? value.trim() || null : value;
    return now === before ? [] : [[field, now]];
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

const missing = (
  field: keyof EditValues,
  words: string,
  lacks: (values: EditValues) => boolean | string | null | undefined,
) => z.refine<EditValues>((values) => !lacks(values), { path: [field], error: words });

const delivers = ({ delivery_option: option }: Draft) =>
  option === "same_city" || option === "different_city";

/** What must be there before it can be saved, in the words of the wizard. */
export const editSchema = z.custom<EditValues>().check(
  missing("first_name", "First name is required", (now) => !now.first_name?.trim()),
  missing("last_name", "Last name is required", (now) => !now.last_name?.trim()),
  ...(["contact_email", "payer_email"] as const).map((field) =>
    missing(
      field,
      "Enter a valid email address",
      ({ [field]: email }) => email?.trim() && !/^\s*\S+@\S+\.\S+\s*$/.test(email),
    ),
  ),
  missing("flight_time", "Choose when you fly", (now) => now.has_flight && !now.flight_time),
  missing(
    "return_delivery_date",
    "Pick a delivery date",
    (now) => delivers(now) && !now.return_delivery_date,
  ),
  missing(
    "delivery_address",
    "Enter the delivery address",
    (now) => delivers(now) && !now.delivery_address?.trim(),
  ),
);

/** The office says why, too. */
export const officeSchema = editSchema.check(
  missing("reason", "Please say why. It is kept in History.", (now) => !now.reason.trim()),
);

/** What is missing or wrong first, as its field says it; undefined where nothing is. */
export function faultOf(values: EditValues): string | undefined {
  return editSchema.safeParse(values).error?.issues[0]?.message;
}
