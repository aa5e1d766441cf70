import type { Booking } from "@api/bookings/booking";
import type { BookingChanges, StoredBooking } from "@api/bookings/commands";
import * as z from "zod/mini";

/** The number of items and their protection are changed beside their price. */
type Field = Exclude<keyof BookingChanges, "expected_items" | "expected_value_cents">;

/** What the form of Edit Booking holds: everything that could be changed, text as typed. */
export type Draft = { [One in Field]: StoredBooking[One] };

/** The form's fields: the draft, and why the office edits it ("" for customers). */
export type EditValues = Draft & { reason: string };

export type Section = "you" | "people" | "place" | "kit" | "pickup" | "delivery";

/** The sections in their order on the screen. */
export const SECTIONS: readonly Section[] = ["you", "people", "place", "kit", "pickup", "delivery"];

/** The section of each field; null: it has a control of its own. */
const SECTION_OF: Record<Field, Section | null> = {
  first_name: "you",
  last_name: "you",
  phone: "you",
  additional_comments: "you",
  contact_name: "people",
  contact_phone: "people",
  contact_email: "people",
  contact_language: "people",
  payer_name: "people",
  payer_phone: "people",
  payer_email: "people",
  payer_language: "people",
  text_messages: null,
  pricing: null,
  campus_id: "place",
  residence_type: "place",
  building_name: "place",
  address: "place",
  supply_kit_delivery_date: "kit",
  pickup_date: "pickup",
  pickup_time: "pickup",
  has_flight: "pickup",
  flight_time: "pickup",
  delivery_option: "delivery",
  return_delivery_date: "delivery",
  delivery_address: "delivery",
};
const FIELDS = Object.keys(SECTION_OF) as Field[];

/** Whether a field of the section is among the changes. */
export function isChanged(section: Section, changes: BookingChanges): boolean {
  return FIELDS.some((field) => SECTION_OF[field] === section && field in changes);
}

/** The form as the booking stands. */
export function draftOf(booking: Booking): Draft {
  return Object.fromEntries(FIELDS.map((field) => [field, booking[field]])) as Draft;
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
