import { type Arguments, command, type Rest, rest } from "@api/client";
import type { BookingPrice } from "@api/commands.types";

/** What a booking says so far; all of it may be left out. */
export type PriceRequest = Arguments<"booking_price">;

/** What a booking comes to while it is filled in, and what does not fit (rule: total-before-booking). */
export function bookingPrice(asked: PriceRequest, via: Rest = rest()): Promise<BookingPrice> {
  return command("booking_price", asked, via);
}
