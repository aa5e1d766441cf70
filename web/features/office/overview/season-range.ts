import { addDays, parseDay } from "@lib/format/dates";
import type { ParamChange } from "@lib/lists/url-state";
import { freeReturnOf } from "@lib/site/free-return";
import { campuses } from "@lib/site/published";

/** Seasons back from the coming one that can be looked at. */
const SEASONS = 4;

export interface DayRange {
  from: string;
  to: string;
}

/** What the overview shows, as its address says. */
export interface OverviewView {
  /** "2027", "last30" or "dates" */
  choice: string;
  range: DayRange;
  campusId: number | null;
}

/** A season ends with its free return; the day after it the next one begins. */
export function seasonDays(year: number): DayRange {
  return { from: addDays(freeReturnOf(year - 1).to, 1), to: freeReturnOf(year).to };
}

/** The season that a day is in, by the year of its return. */
export function seasonOf(today: string): number {
  const year = Number(today.slice(0, 4));
  return today <= seasonDays(year).to ? year : year + 1;
}

/** What can be chosen on this day: the coming season and those before, or plain days. */
export function rangeChoices(today: string): { value: string; label: string }[] {
  const now = seasonOf(today);
  const seasons = Array.from({ length: SEASONS }, (_, back) => now - back);
  return [
    ...seasons.map((year) => ({ value: String(year), label: `Season ${year}` })),
    { value: "last30", label: "Last 30 days" },
    { value: "dates", label: "Chosen dates" },
  ];
}

/** Reads `?season=2026&campus=1`, `?season=last30` or `?from=…&to=…`; nonsense is this season. */
export function overviewView(params: URLSearchParams, today: string): OverviewView {
  const campusId = campuses.find(({ id }) => String(id) === params.get("campus"))?.id ?? null;
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (isRange(from, to)) return { choice: "dates", range: { from, to }, campusId };
  const choice = params.get("season");
  if (choice === "last30") {
    return { choice, range: { from: addDays(today, -29), to: today }, campusId };
  }
  const known = rangeChoices(today).find(({ value }) => value === choice && /^\d{4}$/.test(value));
  const year = known ? Number(known.value) : seasonOf(today);
  return { choice: String(year), range: seasonDays(year), campusId };
}

/** The change of address that shows this choice; chosen dates begin as the days shown now. */
export function choiceChange(choice: string, range: DayRange, today: string): ParamChange {
  const plain = { season: null, from: null, to: null };
  if (choice === "dates") return { ...plain, ...range };
  return choice === String(seasonOf(today)) ? plain : { ...plain, season: choice };
}

/** The change for another first or last day: the other one follows where they would not fit. */
export function daysChange(range: DayRange, change: Partial<DayRange>): ParamChange {
  let { from, to } = { ...range, ...change };
  if (from > to) {
    if (change.from) to = from;
    else from = to;
  }
  const year = 364;
  if (change.from && to > addDays(from, year)) to = addDays(from, year);
  if (change.to && from < addDays(to, -year)) from = addDays(to, -year);
  return { season: null, from, to };
}

function isRange(from: string, to: string): boolean {
  return Boolean(parseDay(from) && parseDay(to)) && from <= to && to <= addDays(from, 364);
}
