import bookingFacts from "@facts/booking.json";
import { formatDay } from "@lib/dates";

/** The free return window in words, "Aug 31" and "Sep 3"; it is the same in each year. */
export const freeReturn = {
  from: formatDay(`2000-${bookingFacts.free_return.from}`, "short"),
  to: formatDay(`2000-${bookingFacts.free_return.to}`, "short"),
};
