import facts from "@facts/booking.json";

const DAY_MS = 86_400_000;

/** The days of a year on which returns are free, "YYYY-MM-DD" each (Aug 31 to Sep 3). */
export function freeReturnDays(year: number): string[] {
  const last = Date.parse(`${year}-${facts.free_return.to}`);
  const days: string[] = [];
  for (let day = Date.parse(`${year}-${facts.free_return.from}`); day <= last; day += DAY_MS)
    days.push(new Date(day).toISOString().slice(0, 10));
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
