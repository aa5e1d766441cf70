import { addDays } from "@lib/format/dates";

/** All days from the first to the last, both counted; none where nothing is known. */
export function daysBetween(range: readonly [string, string] | undefined): string[] {
  const days: string[] = [];
  if (range) for (let day = range[0]; day <= range[1]; day = addDays(day, 1)) days.push(day);
  return days;
}
