import { type Arguments, command, dataOf, type Rest, type Result, rest } from "@api/client";
import type { Row } from "@api/database.types";

/** What happened to an item, as its customer may know it. */
export type ItemHappening = Pick<Row<"item_events">, "id" | "kind" | "at" | "photo_id">;

/** A claim for an item, and our answer. */
export type ItemClaim = Pick<
  Result<"file_claim">,
  "id" | "state" | "amount_cents" | "decided_cents" | "decision_words" | "paid_out_cents"
>;

/** An item; `events` and `claims`, the latest first, where it was read with them. */
export type BookingItem = Row<"items"> & { events?: ItemHappening[]; claims?: ItemClaim[] };

/** What is said of an item. */
type Given = Omit<Arguments<"add_item">, "booking_id" | "item_id" | "picture_id" | "quantity">;
export type SaidItem = Required<Given> & Pick<Arguments<"add_item">, "picture_id">;

export const itemKeys = { of: (bookingId: string) => ["booking-items", bookingId] as const };

const EVENTS = "events:item_events(id,kind,at,photo_id)";
const CLAIMS = "claims:claims(id,state,amount_cents,decided_cents,decision_words,paid_out_cents)";

/** The items of a booking by their numbers, with what happened to each and what was claimed. */
export function itemsOf(bookingId: string, via: Rest = rest()): Promise<BookingItem[]> {
  return dataOf<unknown>(
    itemsWith(`${EVENTS},${CLAIMS}`, bookingId, via).order("filed_at", {
      referencedTable: "claims",
      ascending: false,
    }),
  ) as Promise<BookingItem[]>;
}

/** The same without claims, which crews may not see. */
export function itemsForStaff(bookingId: string, via: Rest = rest()): Promise<BookingItem[]> {
  return dataOf<unknown>(itemsWith(EVENTS, bookingId, via)) as Promise<BookingItem[]>;
}

function itemsWith(related: string, bookingId: string, via: Rest) {
  return via
    .from("items")
    .select(`*,${related}`)
    .eq("booking_id", bookingId)
    .order("number")
    .order("at", { referencedTable: "events", ascending: false });
}

/**
 * Adds so many like items under an id of the caller's: the same one twice adds them once. Answers all items.
 * @throws ApiError with the reason where it may not be stored or the list is closed.
 */
export function addItem(
  bookingId: string,
  itemId: string,
  said: SaidItem,
  quantity = 1,
  via: Rest = rest(),
): Promise<BookingItem[]> {
  const added = { booking_id: bookingId, item_id: itemId, quantity, ...said };
  return command("add_item", added, via);
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
