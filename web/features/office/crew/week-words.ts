import type { CrewAvailability } from "@api/crew";
import { addDays, formatDay } from "@lib/format/dates";

/** The weekdays by their numbers, Monday first. */
export const WEEKDAYS = [
  { value: 1, short: "Mon", label: "Monday" },
  { value: 2, short: "Tue", label: "Tuesday" },
  { value: 3, short: "Wed", label: "Wednesday" },
  { value: 4, short: "Thu", label: "Thursday" },
  { value: 5, short: "Fri", label: "Friday" },
  { value: 6, short: "Sat", label: "Saturday" },
  { value: 7, short: "Sun", label: "Sunday" },
];

/** "Every day", "Mon, Tue, Fri"; "No weekday" without any. */
export function weekWords({ weekdays }: Pick<CrewAvailability, "weekdays">): string {
  if (weekdays.length === WEEKDAYS.length) return "Every day";
  const days = WEEKDAYS.filter(({ value }) => weekdays.includes(value));
  return days.map(({ short }) => short).join(", ") || "No weekday";
}

interface Days {
  first: string;
  last: string;
}

/** "May 1 to May 4" (short); a single day by itself. */
export function rangeWords({ first, last }: Days, style: "short" | "medium"): string {
  const start = formatDay(first, style);
  return first === last ? start : `${start} to ${formatDay(last, style)}`;
}

/** Days that follow each other as one range. */
export function rangesOf(days: readonly string[]): Days[] {
  const ranges: Days[] = [];
  for (const day of days) {
    const open = ranges.at(-1);
    if (open && addDays(open.last, 1) === day) open.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges;
}
