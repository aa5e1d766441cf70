import { type Arguments, command, type Rest, type Result, readCommand, rest } from "@api/client";
import type { OpenCollection, OwnCollections } from "@api/commands.types";

export const collectionKeys = {
  // Below the bookings' key, so that any change of a booking reads them again.
  of: (bookingId: string) => ["bookings", "collections", bookingId] as const,
  open: ["collections", "open"] as const,
};

/** What may be collected of a booking, and its collections. */
export const collectionsOf = (bookingId: string, via: Rest = rest()): Promise<OwnCollections> =>
  command("collections", { booking_id: bookingId }, via);

/** Books a collection, once for its id. */
export const bookCollection = (
  given: Arguments<"book_collection">,
  via: Rest = rest(),
): Promise<Result<"book_collection">> => command("book_collection", given, via);

/** Cancels a collection; the office gives a reason. */
export const cancelCollection = (
  given: Arguments<"cancel_collection">,
  via: Rest = rest(),
): Promise<Result<"cancel_collection">> => command("cancel_collection", given, via);

/** Every booked collection with its items and shelves. Staff only. */
export const openCollections = (): Promise<OpenCollection[]> => readCommand("open_collections", {});

/** Records that the customer has the items. Staff only. */
export const handOverCollection = (
  id: string,
  via: Rest = rest(),
): Promise<Result<"hand_over_collection">> => command("hand_over_collection", { id }, via);
