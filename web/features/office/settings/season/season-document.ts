import type { Weekday } from "@api/pickups/slots";
import { addDays, formatDay } from "@lib/format/dates";
import * as z from "zod/mini";

const text = z.string().check(z.trim());
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "Please choose a day."));
const whole = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,4}$/, "A whole number, please. 0 means none."));

/** A season as its form has it: a tick for each day of the week, numbers as they are typed. */
export const seasonsSchema = z.object({
  seasons: z.array(
    z.object({
      first_pickup: day,
      last_pickup: day,
      first_return: day,
      last_return: day,
      first_free_return: day,
      last_free_return: day,
      weekdays: z.record(z.string(), z.boolean()),
      closed_days: z.array(z.object({ date: day, reason: text })),
      days_ahead: whole,
      cut_off_hours: whole,
      without_places: z.enum(["open", "closed"]),
    }),
  ),
});

export type SeasonsValues = z.infer<typeof seasonsSchema>;
export type SeasonValues = SeasonsValues["seasons"][number];

/** Monday is 1. */
export const WEEKDAYS: readonly { value: Weekday; label: string }[] = [
  { value: 1, label: "Monday" },
  { value: 2, label: "Tuesday" },
  { value: 3, label: "Wednesday" },
  { value: 4, label: "Thursday" },
  { value: 5, label: "Friday" },
  { value: 6, label: "Saturday" },
  { value: 7, label: "Sunday" },
];

/** A tick for each day of the week, by its number. */
export const EVERY_DAY: Record<string, boolean> = Object.fromEntries(
  WEEKDAYS.map(({ value }) => [value, true]),
);

/** The days of the week that are ticked. */
export function ticked(weekdays: Record<string, boolean>): Weekday[] {
  return WEEKDAYS.filter(({ value }) => weekdays[value]).map(({ value }) => value);
}

/** The names of a season's fields, in the order in which their changes are read. */
const LABELS = {
  first_pickup: "First pickup day",
  last_pickup: "Last pickup day",
  first_return: "First return day",
  last_return: "Last return day",
  first_free_return: "First free return day",
  last_free_return: "Last free return day",
  weekdays: "Days of the week",
  closed_days: "Closed days",
  days_ahead: "Booked at most so many days ahead",
  cut_off_hours: "Booked at least so many hours ahead",
  without_places: "Windows without places",
} as const;

/** The name of a season's field. */
export function fieldLabel(field: keyof typeof LABELS): string {
  return LABELS[field];
}

/** The name of a value that changes: `2027.first_pickup`. */
export function seasonLabel(path: string): string {
  const [year = "", field = ""] = path.split(".");
  return `${year}: ${LABELS[field as keyof typeof LABELS] ?? field}`;
}

/** The seasons by their years, each value as it is read. */
export function comparedSeasons(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    storedSeasons(document).map((one) => {
      const read: Record<keyof typeof LABELS, unknown> = {
        ...one,
        weekdays: WEEKDAYS.filter(({ value }) => one.weekdays.includes(value))
          .map(({ label }) => label)
          .join(", "),
        closed_days: one.closed_days
          .map(({ date, reason }) => `${formatDay(date, "short")} (${reason})`)
          .join(", "),
        without_places: WITHOUT_PLACES.find(({ value }) => value === one.without_places)?.label,
      };
      const ordered = Object.keys(LABELS) as (keyof typeof LABELS)[];
      return [
        one.first_pickup.slice(0, 4),
        Object.fromEntries(ordered.map((field) => [field, read[field]])),
      ];
    }),
  );
}

/** What happens to a window that has no places of its own. */
export const WITHOUT_PLACES = [
  { value: "open", label: "Can be booked without a limit" },
  { value: "closed", label: "Cannot be booked" },
];

interface StoredSeason extends Omit<SeasonValues, "weekdays" | "days_ahead" | "cut_off_hours"> {
  weekdays: Weekday[];
  days_ahead: number;
  cut_off_hours: number;
}

/** The seasons of a document of the settings. */
export function storedSeasons(document: Record<string, unknown>): StoredSeason[] {
  return document.seasons as StoredSeason[];
}

export function seasonsValues(document: Record<string, unknown>): SeasonsValues {
  return {
    seasons: storedSeasons(document).map((one) => ({
      ...one,
      weekdays: Object.fromEntries(
        WEEKDAYS.map(({ value }) => [value, one.weekdays.includes(value)]),
      ),
      days_ahead: String(one.days_ahead),
      cut_off_hours: String(one.cut_off_hours),
    })),
  };
}

/** The document with these seasons, the earliest first. */
export function seasonsDocument(
  { seasons }: SeasonsValues,
  document: Record<string, unknown>,
): Record<string, unknown> {
  const stored = seasons.map((one) => ({
    ...one,
    weekdays: ticked(one.weekdays),
    days_ahead: Number(one.days_ahead),
    cut_off_hours: Number(one.cut_off_hours),
  }));
  stored.sort((one, other) => one.first_pickup.localeCompare(other.first_pickup));
  return { ...document, seasons: stored };
}

/** 52 weeks: a weekday stays one. */
const YEAR_DAYS = 364;

/** A further season: as the last one by weekday, or one from April to September. */
export function nextSeason(
  seasons: readonly SeasonValues[],
  freeReturn: { from: string; to: string },
  today: string,
): SeasonValues {
  const last = seasons.at(-1);
  if (last) {
    const later = (date: string) => addDays(date, YEAR_DAYS);
    const year = Number(last.first_free_return.slice(0, 4)) + 1;
    return {
      ...last,
      first_pickup: later(last.first_pickup),
      last_pickup: later(last.last_pickup),
      first_return: later(last.first_return),
      last_return: later(last.last_return),
      first_free_return: `${year}${last.first_free_return.slice(4)}`,
      last_free_return: `${year}${last.last_free_return.slice(4)}`,
      closed_days: [],
    };
  }
  const year = Number(today.slice(0, 4)) + (today.slice(5) > "05-01" ? 1 : 0);
  return {
    first_pickup: `${year}-04-10`,
    last_pickup: `${year}-05-10`,
    first_return: `${year}-05-11`,
    last_return: `${year}-09-30`,
    first_free_return: `${year}-${freeReturn.from}`,
    last_free_return: `${year}-${freeReturn.to}`,
    weekdays: EVERY_DAY,
    closed_days: [],
    days_ahead: "0",
    cut_off_hours: "0",
    without_places: "closed",
  };
}
