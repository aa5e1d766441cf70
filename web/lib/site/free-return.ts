import { formatDay } from "@lib/format/dates";
import { season } from "./published";

/** First and last day, "YYYY-MM-DD" each. */
export interface Days {
  from: string;
  to: string;
}

/** The days of a year on which returns are free (rule: free-return-dates). */
export function freeReturnOf(year: number): Days {
  const own = season.seasons.find((one) => one.first_free_return.startsWith(`${year}-`));
  if (own) return { from: own.first_free_return, to: own.last_free_return };
  const { from, to } = season.free_return;
  return { from: `${year}-${from}`, to: `${year}-${to}` };
}

/** Whether a day that a season has returns on is one of work; any is without a season. */
export function isDayOfReturns(day: string): boolean {
  const own = season.seasons.find(
    ({ first_return, last_return }) => first_return <= day && day <= last_return,
  );
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return (
    !own || (own.weekdays.includes(weekday) && !own.closed_days.some(({ date }) => date === day))
  );
}

/** The free return days that are not over on a day. */
export function comingFreeReturn(day: string): Days {
  const year = Number(day.slice(0, 4));
  const thisYear = freeReturnOf(year);
  return day <= thisYear.to ? thisYear : freeReturnOf(year + 1);
}

/** The coming free return in words, "Aug 31" and "Sep 3". */
export const freeReturn = {
  from: formatDay(`2000-${season.coming_free_return.from}`, "short"),
  to: formatDay(`2000-${season.coming_free_return.to}`, "short"),
};
