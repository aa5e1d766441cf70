import { command, dataOf, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";

export type BookingItem = Row<"booking_items">;

/** What is said of an item. */
export type SaidItem = Pick<
  BookingItem,
  "kind" | "description" | "boxed" | "over_50_lb" | "declared_value_cents"
> & {
  /** an upload of one's own; null takes the photo off, without it the photo stays as it is */
  picture_id?: string | null;
};

export const itemKeys = { of: (bookingId: string) => ["booking-items", bookingId] as const };

/** The items of a booking in the order in which they were added. */
export function itemsOf(bookingId: string, via: Rest = rest()): Promise<BookingItem[]> {
  return dataOf(
    via
      .from("booking_items")
      .select("*")
      .eq("booking_id", bookingId)
      .order("created_at")
      .order("id"),
  );
}

/**
 * Adds an item under an id of the caller's: the same one twice adds one. Answers all items.
 * @throws ApiError with the reason where it may not be stored or the list is closed.
 */
export function addItem(
  bookingId: string,
  itemId: string,
  said: SaidItem,
  via: Rest = rest(),
): Promise<BookingItem[]> {
  return command("add_item", { booking_id: bookingId, item_id: itemId, ...said }, via);
}

/** Says something else of an item. Answers all items. */
export function changeItem(
  bookingId: string,
  itemId: string,
  said: SaidItem,
  via: Rest = rest(),
): Promise<BookingItem[]> {
  return command("change_item", { booking_id: bookingId, item_id: itemId, ...said }, via);
}

/** Takes an item out. Answers those that are left. */
export function removeItem(
  bookingId: string,
  itemId: string,
  via: Rest = rest(),
): Promise<BookingItem[]> {
  return command("remove_item", { booking_id: bookingId, item_id: itemId }, via);
}
