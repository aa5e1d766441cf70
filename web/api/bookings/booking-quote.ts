import { command, type Rest, readCommand, rest } from "@api/client";
import type { BookingQuote } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";

/** Read anew with the account's money: what changes one changes the other. */
export const bookingQuoteKey = (bookingId: string) =>
  [...paymentKeys.all, "quote", bookingId] as const;

/** What the season of a stored booking comes to (rule: quote-that-is-kept). */
export function bookingQuote(bookingId: string, via: Rest = rest()): Promise<BookingQuote> {
  return readCommand("booking_quote", { booking_id: bookingId }, via);
}

/** Accepts the crew's count as it was shown. */
export function acceptCount(
  bookingId: string,
  counted: number,
  via: Rest = rest(),
): Promise<BookingQuote> {
  return command("accept_count", { booking_id: bookingId, counted }, via);
}
