import { type Arguments, command, type Rest, readCommand, rest } from "@api/client";
import type { DeliveryQuote, WaitingQuote } from "@api/commands.types";
import { commandOnce } from "@api/once";

// Below the bookings' key, so that any change of a booking reads them again.
export const deliveryQuoteKeys = {
  of: (bookingId: string) => ["bookings", "delivery-quote", bookingId] as const,
  waiting: ["bookings", "delivery-quotes-waiting"] as const,
};

/** The booking's latest quote; null where none was asked for. */
export async function deliveryQuote(
  bookingId: string,
  via: Rest = rest(),
): Promise<DeliveryQuote | null> {
  return (await readCommand("delivery_quote", { booking_id: bookingId }, via)) || null;
}

/** Those that wait for a price, then those that wait for an answer. The office only. */
export function waitingQuotes(via: Rest = rest()): Promise<WaitingQuote[]> {
  return readCommand("delivery_quotes_waiting", {}, via);
}

/** Accepts a quote for the amount that was shown; another one by now is refused (`feeNow`). */
export function acceptQuote(
  id: string,
  expectedCents: number,
  via: Rest = rest(),
): Promise<DeliveryQuote> {
  return command("accept_delivery_quote", { quote_id: id, expected_cents: expectedCents }, via);
}

export function declineQuote(id: string, via: Rest = rest()): Promise<DeliveryQuote> {
  return command("decline_delivery_quote", { quote_id: id }, via);
}

/** `seen_cents`: what it cost as the sender saw it. */
export type QuoteSent = Arguments<"send_delivery_quote">;

/** Sends the price, once under this key. The office only. */
export function sendQuote(given: QuoteSent, key: string): Promise<DeliveryQuote> {
  return commandOnce("send_delivery_quote", given, key);
}

/** Takes a quote back; an accepted one is credited. The office only. */
export function withdrawQuote(
  given: { quote_id: string; reason: string },
  key: string,
): Promise<DeliveryQuote> {
  return commandOnce("withdraw_delivery_quote", given, key);
}
