import type { OverviewDay, OverviewRange, SeasonOverview } from "@api/reports/executive-overview";
import { addDays, parseDay } from "@lib/format/dates";

type Counted =
  | "made"
  | "cancelled"
  | "pickups"
  | "done"
  | "capacity"
  | "taken"
  | "sign_ups"
  | "booked_cents"
  | "received_cents";

/** A point of a running total. `at`: days since the range began. */
export interface TotalPoint {
  at: number;
  total: number;
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  const [start, end] = [parseDay(from), parseDay(to)];
  if (!start || !end) return 0;
  // Local midnights may be 23 or 25 hours apart.
  return Math.round((end.getTime() - start.getTime()) / 86_400_000);
}

/** What was counted on each day that has anything, over all campuses. */
function perDay(days: readonly OverviewDay[], what: Counted): Map<string, number> {
  const sums = new Map<string, number>();
  for (const one of days) {
    if (one[what]) sums.set(one.day, (sums.get(one.day) ?? 0) + one[what]);
  }
  return sums;
}

/** The running total from the range's first day to `until`, one point a day with news. */
export function runningTotal(
  range: Pick<OverviewRange, "days" | "from">,
  what: Counted,
  until: string,
): TotalPoint[] {
  const points: TotalPoint[] = [{ at: 0, total: 0 }];
  let total = 0;
  if (until < range.from) return points;
  for (const [day, count] of [...perDay(range.days, what)].sort(byDay)) {
    if (day > until) continue;
    const at = daysBetween(range.from, day);
    // Level until the day before, so that days without any are flat.
    if (at - 1 > (points.at(-1)?.at ?? 0)) points.push({ at: at - 1, total });
    total += count;
    points.push({ at, total });
  }
  points.push({ at: daysBetween(range.from, until), total });
  return points;
}

/** What was counted in each week (or each day of a short range) of it, from its first day on. */
export interface Bucket {
  from: string;
  to: string;
  count: number;
}

/** Ranges of more days than this are drawn by week. */
const DRAWN_BY_DAY = 62;

/** How many days stand in one bar of the range. */
export function bucketDays(range: { from: string; to: string }): 1 | 7 {
  return daysBetween(range.from, range.to) >= DRAWN_BY_DAY ? 7 : 1;
}

/** The range cut into bars. */
export function buckets(
  range: Pick<OverviewRange, "days" | "from" | "to">,
  what: Counted,
  campusId?: number,
): Bucket[] {
  const size = bucketDays(range);
  const length = Math.floor(daysBetween(range.from, range.to) / size) + 1;
  const cut = Array.from({ length }, (_, index): Bucket => {
    const from = addDays(range.from, index * size);
    const last = addDays(from, size - 1);
    return { from, to: last < range.to ? last : range.to, count: 0 };
  });
  for (const one of range.days) {
    if (campusId !== undefined && one.campus_id !== campusId) continue;
    const bucket = cut[Math.floor(daysBetween(range.from, one.day) / size)];
    if (bucket) bucket.count += one[what];
  }
  return cut;
}

/** Money booked and received in a month, or on a day of a short range. */
export interface MoneyBar {
  /** its first day within the range */
  from: string;
  booked: number;
  tax: number;
  received: number;
}

/**
 * The range's money: a bar for each month, or for each day of a short range, from the first with
 * any to the last; none in between is left out.
 */
export function moneyBars(range: Pick<OverviewRange, "days" | "from" | "to">): MoneyBar[] {
  const byDay = bucketDays(range) === 1;
  const of = (day: string) => (byDay ? day : day.slice(0, 7));
  const bars = new Map<string, MoneyBar>();
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    if (!bars.has(of(day))) bars.set(of(day), { from: day, booked: 0, tax: 0, received: 0 });
  }
  for (const one of range.days) {
    const bar = bars.get(of(one.day));
    if (!bar) continue;
    bar.booked += one.booked_cents;
    bar.tax += one.tax_cents;
    bar.received += one.received_cents;
  }
  const all = [...bars.values()];
  const has = ({ booked, received }: MoneyBar) => booked !== 0 || received !== 0;
  return all.slice(all.findIndex(has), all.findLastIndex(has) + 1);
}

/** Whether nothing happened in the range, nor in the year before. */
export function isEmptySeason({ figures, before }: Pick<SeasonOverview, "figures" | "before">) {
  return [figures, before.figures].every(
    ({ made, cancelled, pickups, done, taken, booked_cents, received_cents }) =>
      [made, cancelled, pickups, done, taken, booked_cents, received_cents].every(
        (amount) => amount === 0,
      ),
  );
}

/** A part of a whole in whole per cent; null where there is no whole. */
export function percent(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 100) : null;
}

const figures = new Intl.NumberFormat("en-CA");

/** "1,234" */
export function figure(count: number): string {
  return figures.format(count);
}

/** How a comparison with the year before is worded. */
interface Comparison {
  /** how an amount is written */
  show?: (amount: number) => string;
  fewer?: string;
  none?: string;
  /** The range is not over: compared to the same day. */
  running: boolean;
}

/** "38 more than by this day last year (+10%)": true for every pair of amounts. */
export function changeWords(
  now: number,
  before: number,
  { show = figure, fewer = "fewer", none = "None", running }: Comparison,
): string {
  const then = running ? "by this day last year" : "in the year before";
  if (before === 0)
    return `${now === 0 ? "Also " : ""}${now === 0 ? none.toLowerCase() : none} ${then}`;
  const difference = now - before;
  if (difference === 0) return `The same as ${then}`;
  const size = Math.round((Math.abs(difference) / before) * 100);
  const word = difference > 0 ? "more" : fewer;
  const share = size > 0 && size < 1000 ? ` (${difference > 0 ? "+" : "−"}${size}%)` : "";
  return `${show(Math.abs(difference))} ${word} than ${then}${share}`;
}

/** Days with windows that have a limit, with places offered and taken over all campuses. */
export function placesByDay(
  days: readonly OverviewDay[],
): { day: string; capacity: number; taken: number }[] {
  const bookedPlaces = perDay(days, "taken");
  return [...perDay(days, "capacity")]
    .sort(byDay)
    .map(([day, capacity]) => ({ day, capacity, taken: bookedPlaces.get(day) ?? 0 }));
}

/** Rows of the table of bookings by day: each day with a booking or a cancellation, newest first. */
export function bookingsByDay(overview: SeasonOverview): {
  day: string;
  bookings: number;
  cancelled: number;
  byCampus: Map<number, number>;
}[] {
  const rows = new Map<
    string,
    { day: string; bookings: number; cancelled: number; byCampus: Map<number, number> }
  >();
  for (const { day, campus_id, made, cancelled } of overview.days) {
    if (made + cancelled === 0 || campus_id === null) continue;
    const row = rows.get(day) ?? { day, bookings: 0, cancelled: 0, byCampus: new Map() };
    row.bookings += made;
    row.cancelled += cancelled;
    row.byCampus.set(campus_id, (row.byCampus.get(campus_id) ?? 0) + made);
    rows.set(day, row);
  }
  return [...rows.values()].sort((one, other) => (one.day < other.day ? 1 : -1));
}

function byDay([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1;
}
