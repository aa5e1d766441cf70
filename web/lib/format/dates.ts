/**
 * Calendar days as the wire has them, "YYYY-MM-DD", shown and picked without any time zone.
 * Campus time ("today", hours of a day) is the server's business: zone data in browsers is old.
 */
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day as a Date at local midnight, for calendars only; undefined when it is no day. */
export function parseDay(day: string | null | undefined): Date | undefined {
  const match = DAY.exec(day ?? "");
  if (!match) return undefined;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  const parsed = new Date(year, month - 1, date);
  return parsed.getMonth() === month - 1 && parsed.getDate() === date ? parsed : undefined;
}

/** The local calendar day of a Date as "YYYY-MM-DD". */
export function toDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

const long = new Intl.DateTimeFormat("en-CA", {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});
const medium = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
});
const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const instant = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

const styles = { long, medium, short };

/** "2027-05-01" → "Sat, May 1, 2027" (medium), "May 1" (short); `empty` when there is no day. */
export function formatDay(
  day: string | null | undefined,
  style: keyof typeof styles = "medium",
  empty = "Not scheduled",
): string {
  const date = parseDay(day);
  return date ? styles[style].format(date) : empty;
}

/** A moment (ISO 8601 with zone), in the reader's own time zone: when a row was created or changed. */
export function formatInstant(iso: string | null | undefined, empty = "Not provided"): string {
  const date = iso ? new Date(iso) : undefined;
  return date && !Number.isNaN(date.getTime()) ? instant.format(date) : empty;
}

/** The day so many days later, or earlier where `count` is negative. */
export function addDays(day: string, count: number): string {
  const date = parseDay(day);
  if (!date) return day;
  date.setDate(date.getDate() + count);
  return toDay(date);
}
