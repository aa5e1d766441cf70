import type { Booking } from "@api/bookings";
import { command, dataOf, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";
import { ApiError } from "@api/errors";

export type StoredBooking = Row<"bookings">;
export type DateChangeNote = Row<"date_changes">;

/** What a customer may do with a booking now; days are campus days, words are ready to be shown. */
export interface BookingRules {
  status: StoredBooking["status"];
  editable: (keyof BookingChanges)[];
  fixed_words: string | null;
  /** what another pickup comes to */
  pickup_outcome: "free" | "free_once" | "request";
  pickup_words: string;
  kit_from: string;
  kit_to: string | null;
  return_from: string;
  free_return: [string, string];
  other_return_cents: number;
  cancel_open: boolean;
  cancel_words: string;
  delivery_open: boolean;
  delivery_words: string | null;
  items_open: boolean;
  items_words: string;
  /** declared values may rise, also where the list is closed */
  values_open: boolean;
}

/** The fields that Edit Booking takes; what is left out stays. */
export type BookingChanges = Partial<
  Pick<
    StoredBooking,
    | "first_name"
    | "last_name"
    | "phone"
    | "campus_id"
    | "residence_type"
    | "building_name"
    | "address"
    | "supply_kit_delivery_date"
    | "pickup_date"
    | "pickup_time"
    | "has_flight"
    | "flight_time"
    | "additional_comments"
    | "delivery_option"
    | "delivery_address"
    | "return_delivery_date"
  >
>;

export interface CancellationPreview {
  fee_cents: number;
  words: string;
  /** campus time in words */
  free_until: string | null;
}

export interface EditPreview {
  fee_cents: number;
  words: string[];
  /** the pickup's part of it is one that staff confirm */
  request: boolean;
}

export interface DeliveryWish {
  delivery_option: "same_city" | "different_city";
  day: string;
  /** one of the three windows; null for a different city */
  window: string | null;
  address: string;
}

export interface DeliveryPreview {
  fee_cents: number;
  words: string[];
  /** staff send a price, which is charged only when it is accepted */
  quote: boolean;
}

// Below the bookings' key, so that any change of a booking reads them again.
export const bookingRuleKeys = {
  rules: (id: string) => ["bookings", "rules", id] as const,
  changes: (id: string) => ["bookings", "date-changes", id] as const,
  cancellation: (id: string) => ["bookings", "cancellation", id] as const,
  edit: (id: string, changes: object) => ["bookings", "edit", id, changes] as const,
  delivery: (id: string, wish: object) => ["bookings", "delivery", id, wish] as const,
};

export function bookingRules(id: string, via: Rest = rest()): Promise<BookingRules> {
  return command("booking_rules", { booking_id: id }, via);
}

export function previewCancellation(id: string, via: Rest = rest()): Promise<CancellationPreview> {
  return command("preview_cancellation", { booking_id: id }, via);
}

/**
 * Cancels for the fee that was shown; another one by now is refused (`feeNow`).
 * @param reason what the office must give; the customer reads it
 */
export function cancelBooking(
  id: string,
  expectedFeeCents: number,
  reason: string | null = null,
  via: Rest = rest(),
): Promise<StoredBooking> {
  const given = { booking_id: id, expected_fee_cents: expectedFeeCents, reason };
  return command("cancel_booking", given, via);
}

export function previewEdit(
  id: string,
  changes: BookingChanges,
  via: Rest = rest(),
): Promise<EditPreview> {
  return command("preview_edit_booking", { booking_id: id, changes }, via);
}

/** Changes a booking, all or nothing, for the fee that was shown; the office gives a reason. */
export function editBooking(
  id: string,
  changes: BookingChanges,
  expectedFeeCents: number,
  reason: string | null = null,
  via: Rest = rest(),
): Promise<StoredBooking> {
  const given = { booking_id: id, changes, expected_fee_cents: expectedFeeCents, reason };
  return command("edit_booking", given, via);
}

/** Keeps a wish for another pickup, which staff answer. */
export function askPickupChange(
  id: string,
  pickupDate: string,
  pickupTime: string,
  via: Rest = rest(),
): Promise<{ change_id: string }> {
  const given = { booking_id: id, pickup_date: pickupDate, pickup_time: pickupTime };
  return command("ask_pickup_change", given, via);
}

/** Takes a wish back that is not answered yet. */
export function withdrawPickupChange(id: string, via: Rest = rest()): Promise<void> {
  return command("withdraw_pickup_change", { booking_id: id }, via);
}

/** The changes of a booking's pickup, the newest first: done, asked, refused, withdrawn. */
export function pickupChanges(id: string, via: Rest = rest()): Promise<DateChangeNote[]> {
  return dataOf(
    via
      .from("date_changes")
      .select("*")
      .eq("booking_id", id)
      .eq("field", "pickup_date")
      .order("at", { ascending: false })
      .limit(20),
  );
}

export function previewDelivery(
  id: string,
  wish: DeliveryWish,
  via: Rest = rest(),
): Promise<DeliveryPreview> {
  return command("preview_delivery", { booking_id: id, ...wish }, via);
}

/** Books the delivery for the fee that was shown; a full window is refused with 409. */
export function bookDelivery(
  id: string,
  wish: DeliveryWish,
  expectedFeeCents: number,
  via: Rest = rest(),
): Promise<StoredBooking> {
  const given = { booking_id: id, ...wish, expected_fee_cents: expectedFeeCents };
  return command("book_delivery", given, via);
}

/** The price that is true now, where a command was refused because it had changed; else null. */
export function feeNow(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return /^\d+$/.test(error.details ?? "") ? Number(error.details) : null;
}

/** A stored row with the campus that the screen knows. */
export function withCampus(stored: StoredBooking, known: Booking | undefined): Booking {
  return { ...stored, campus: known?.campus ?? null };
}
