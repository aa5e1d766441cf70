import { command, type Rest, readCommand, rest } from "@api/client";
import type { KeptQuote } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";

/** Read anew with the account's money: what changes one changes the other. */
export const keptQuoteKey = (bookingId: string) =>
  [...paymentKeys.all, "quote", bookingId] as const;

/** What the season of a stored booking comes to (rule: quote-that-is-kept). */
export function keptQuote(bookingId: string, via: Rest = rest()): Promise<KeptQuote> {
  return readCommand("kept_quote", { booking_id: bookingId }, via);
}

/** Accepts the crew's count as it was shown. */
export function acceptCount(
  bookingId: string,
  counted: number,
  via: Rest = rest(),
): Promise<KeptQuote> {
  return command("accept_count", { booking_id: bookingId, counted }, via);
}
