import type { Booking } from "@api/bookings/booking";
import {
  type Arguments,
  command,
  dataOf,
  type Rest,
  type Result,
  readCommand,
  rest,
} from "@api/client";
import type { LongerOption, StorageUntil } from "@api/commands.types";
import type { Row } from "@api/database.types";
import { ApiError } from "@api/errors";

export type StoredBooking = Row<"bookings">;
export type DateChangeNote = Row<"date_changes">;

/** What a customer may do with a booking now; days are campus days, words are ready to be shown. */
export type BookingRules = Result<"booking_rules">;
/** The fields that Edit Booking takes; what is left out stays. */
export type BookingChanges = Arguments<"edit_booking">["changes"];
export type DeliveryWish = Omit<Arguments<"preview_delivery">, "booking_id">;

// Below the bookings' key, so that any change of a booking reads them again.
export const bookingRuleKeys = {
  agreed: (id: string) => ["bookings", "agreed-terms", id] as const,
  rules: (id: string) => ["bookings", "rules", id] as const,
  items: (id: string) => ["bookings", "item-rules", id] as const,
  changes: (id: string) => ["bookings", "date-changes", id] as const,
  cancellation: (id: string) => ["bookings", "cancellation", id] as const,
  edit: (id: string, changes: object) => ["bookings", "edit", id, changes] as const,
  storage: (id: string) => ["bookings", "storage-until", id] as const,
  delivery: (id: string, wish: object) => ["bookings", "delivery", id, wish] as const,
};

export function bookingRules(id: string, via: Rest = rest()): Promise<BookingRules> {
  return command("booking_rules", { booking_id: id }, via);
}

/** Until when one's items of a booking may be listed: its customer's, or a friend's. */
export function itemRules(id: string, via: Rest = rest()): Promise<Result<"item_rules">> {
  return command("item_rules", { booking_id: id }, via);
}

/** The terms that hold for a booking, their values not filled in. */
export function agreedTerms(id: string, via: Rest = rest()): Promise<Result<"agreed_terms">> {
  return readCommand("agreed_terms", { booking_id: id }, via);
}

export function previewCancellation(
  id: string,
  via: Rest = rest(),
): Promise<Result<"preview_cancellation">> {
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

/** Says that the pickup stands, as the link of its reminder does. */
export function confirmPickup(id: string, via: Rest = rest()): Promise<StoredBooking> {
  return command("confirm_pickup", { booking_id: id }, via);
}

export function previewEdit(
  id: string,
  changes: BookingChanges,
  via: Rest = rest(),
): Promise<Result<"preview_edit_booking">> {
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
): Promise<Result<"ask_pickup_change">> {
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
): Promise<Result<"preview_delivery">> {
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

/** Until when a booking's items are stored, and how long they may stay with which total. */
export function storageUntil(id: string, via: Rest = rest()): Promise<StorageUntil> {
  return command("storage_until", { booking_id: id }, via);
}

/** Stores the items longer for the price that was shown; the office gives a reason. */
export function storeLonger(
  id: string,
  option: Pick<LongerOption, "months" | "cents">,
  reason: string | null = null,
  via: Rest = rest(),
): Promise<StorageUntil> {
  const given = { booking_id: id, months: option.months, expected_cents: option.cents, reason };
  return command("store_longer", given, via);
}

/** The price that is true now, where a command was refused because it had changed; else null. */
export function feeNow(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { details } = error;
  if (typeof details !== "object" || details === null || !("fee_cents" in details)) return null;
  return typeof details.fee_cents === "number" ? details.fee_cents : null;
}

/** A stored row with the campus that the screen knows. */
export function withCampus(stored: StoredBooking, known: Booking | undefined): Booking {
  return { ...stored, campus: known?.campus ?? null };
}
