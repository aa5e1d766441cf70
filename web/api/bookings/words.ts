import type { Booking } from "@api/bookings/booking";
import facts from "@facts/booking.json";
import { writtenPhone } from "@lib/forms/phone";

/** Said where nobody chose anything. */
export const NOT_SPECIFIED = "Not specified";
/** Said where nobody wrote anything. */
export const NOT_PROVIDED = "Not provided";
const UNKNOWN = "Unknown";

type Names = Pick<Booking, "first_name" | "last_name" | "guest_first_name" | "guest_last_name">;

/** The customer's name, else the guest's names, else "Unknown". */
export function customerName(row: Names): string {
  return (
    joined([row.first_name, row.last_name]) ||
    joined([row.guest_first_name, row.guest_last_name]) ||
    UNKNOWN
  );
}

function joined(parts: (string | null)[], between = " "): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(between);
}

/** The customer's e-mail address, else the guest's. */
export function emailOf(row: Pick<Booking, "email" | "guest_email">): string {
  return row.email || row.guest_email || NOT_PROVIDED;
}

/** The customer's phone number, else the guest's. */
export function phoneOf(row: Pick<Booking, "phone" | "guest_phone">): string {
  const phone = row.phone || row.guest_phone;
  return phone ? writtenPhone(phone) : NOT_PROVIDED;
}

/** When the customer's phone is called: second, if the person at the door has one. */
export function phoneHint(
  bookedBy: Booking["booked_by"],
  doorPhone: string | null | undefined,
): string {
  if (!doorPhone?.trim()) return "The driver calls this number on pickup day.";
  const first = bookedBy === "parent" ? "student's phone" : "phone of the person at the door";
  return `Called if nobody answers at the ${first}.`;
}

/** "Registered" when an account is behind the booking, else "Guest". */
export function typeOf(row: Pick<Booking, "user_id">): "Registered" | "Guest" {
  return row.user_id ? "Registered" : "Guest";
}

/** Whether a guest's booking waits, and nobody has shown that its email address is theirs. */
export function isUnconfirmedGuest(
  row: Pick<Booking, "user_id" | "email_confirmed_at" | "status">,
): boolean {
  return row.user_id === null && row.email_confirmed_at === null && row.status === "pending";
}

const RESIDENCES: Record<string, string> = { on_campus: "On campus", other: "Off campus" };

/** "On campus" or "Off campus". */
export function residenceOf(row: Pick<Booking, "residence_type">): string {
  return RESIDENCES[row.residence_type] ?? NOT_SPECIFIED;
}

/** The delivery option in the wizard's words. */
export function deliveryOf(row: Pick<Booking, "delivery_option">): string {
  const option = facts.delivery_options.find(({ value }) => value === row.delivery_option);
  return option?.label ?? NOT_SPECIFIED;
}

/** Whether there is a flight to catch, and when. */
export function flightOf(row: Pick<Booking, "has_flight" | "flight_time">): string {
  if (!row.has_flight) return "No flight";
  return (
    facts.flight_windows.find(({ value }) => value === row.flight_time)?.label ?? NOT_SPECIFIED
  );
}

/** "Cascades, Room 12": building and address, as far as they are known. */
export function pickupAddress({
  building_name,
  address,
}: Pick<Booking, "building_name" | "address">): string {
  return joined([building_name, address], ", ");
}

/** A status in the staff's words. */
export function statusLabel(status: string): string {
  return facts.statuses.find(({ value }) => value === status)?.label ?? status;
}

const languages = new Intl.DisplayNames("en-CA", { type: "language" });

/** The name of a language by its code: "Korean". */
export function languageName(code: string): string {
  return languages.of(code) ?? code;
}
