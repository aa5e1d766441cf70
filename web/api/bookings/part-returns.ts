import { type Arguments, command, type Rest, type Result, readCommand, rest } from "@api/client";
import type { OwnPartReturns, PartReturnPrice } from "@api/commands.types";

export type PartReturnWish = Omit<Arguments<"preview_part_return">, "booking_id">;

export const partReturnKeys = {
  // Below the bookings' key, so that any change of a booking reads them again.
  of: (bookingId: string) => ["bookings", "part-returns", bookingId] as const,
  // Not below it: a booked wish keeps its price, so that the same press works again.
  price: (bookingId: string, wish: PartReturnWish | null) =>
    ["part-returns", "price", bookingId, wish] as const,
  open: ["part-returns", "open"] as const,
};

/** What may come back while the rest stays, and the person's part returns. */
export const partReturnsOf = (bookingId: string, via: Rest = rest()): Promise<OwnPartReturns> =>
  command("part_returns", { booking_id: bookingId }, via);

/** What a wish costs; refused where it cannot be had. */
export const previewPartReturn = (
  bookingId: string,
  wish: PartReturnWish,
  via: Rest = rest(),
): Promise<PartReturnPrice> =>
  command("preview_part_return", { booking_id: bookingId, ...wish }, via);

/** Books a part return, once for its id; a shipment is asked for. */
export const bookPartReturn = (
  given: Arguments<"book_part_return">,
  via: Rest = rest(),
): Promise<OwnPartReturns> => command("book_part_return", given, via);

/** Cancels a part return of one's own. */
export const cancelPartReturn = (
  bookingId: string,
  id: string,
  via: Rest = rest(),
): Promise<OwnPartReturns> => command("cancel_part_return", { booking_id: bookingId, id }, via);

/** Accepts the quote of a shipment. */
export const acceptShipment = (
  given: Arguments<"accept_shipment">,
  via: Rest = rest(),
): Promise<OwnPartReturns> => command("accept_shipment", given, via);

/** Every open part return with its items and shelves. Staff only. */
export const openPartReturns = () => readCommand("open_part_returns", {});

/** Records that the customer has the items. Staff only. */
export const handOver = (id: string): Promise<Result<"hand_over_part_return">> =>
  command("hand_over_part_return", { id }, rest());

/** Sends the price of a shipment to its customer. Office only. */
export const quoteShipment = (
  given: Arguments<"quote_shipment">,
): Promise<Result<"quote_shipment">> => command("quote_shipment", given, rest());

/** Records carrier and tracking numbers of a shipment. Office only. */
export const sendShipment = (given: Arguments<"send_shipment">): Promise<Result<"send_shipment">> =>
  command("send_shipment", given, rest());

/** Records that a shipment is at its address. Office only. */
export const shipmentArrived = (id: string): Promise<Result<"shipment_arrived">> =>
  command("shipment_arrived", { id }, rest());

/** Cancels a part return with a reason. Office only. */
export const dropPartReturn = (id: string, reason: string): Promise<Result<"drop_part_return">> =>
  command("drop_part_return", { id, reason }, rest());
