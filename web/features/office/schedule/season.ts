import { addDays } from "@lib/format/dates";
import { freeReturnOf } from "@lib/site/free-return";

/** The days of a year on which returns are free, "YYYY-MM-DD" each. */
export function freeReturnDays(year: number): string[] {
  const { from, to } = freeReturnOf(year);
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Year of a day "YYYY-MM-DD". */
export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

const MONTHS = ["May", "June", "July", "Aug", "Sept"];
const FIRST_MONTH = 5;

/** The months of the season as stops of the summer line, seen from a day. */
export function seasonStops(day: string) {
  const month = Number(day.slice(5, 7));
  return MONTHS.map((label, index) => {
    const here = index + FIRST_MONTH;
    const state = here < month ? "done" : here === month ? "current" : "ahead";
    return { id: label, label, state } as const;
  });
}
