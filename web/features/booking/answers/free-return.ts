import bookingFacts from "@facts/booking.json";
import { addDays, formatDay } from "@lib/format/dates";

const { from, to } = bookingFacts.free_return;

/** The free return window in words, "Aug 31" and "Sep 3"; it is the same in each year. */
export const freeReturn = {
  from: formatDay(`2000-${from}`, "short"),
  to: formatDay(`2000-${to}`, "short"),
};

/** All days from the first to the last, both counted; none where nothing is known. */
export function daysBetween(range: readonly [string, string] | undefined): string[] {
  const days: string[] = [];
  if (range) for (let day = range[0]; day <= range[1]; day = addDays(day, 1)) days.push(day);
  return days;
}
