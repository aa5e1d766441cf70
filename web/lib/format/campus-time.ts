/**
 * Campus time from what the server says, never from the browser's zone: its zone data is too old
 * (British Columbia ended clock changes in 2026).
 */
const MINUTE_MS = 60_000;

/** Minutes east of UTC of "-07:00"; undefined when it is no offset. */
export function offsetMinutes(utcOffset: string | undefined): number | undefined {
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(utcOffset ?? "");
  if (!match) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

/** The campus day ("YYYY-MM-DD") of a moment (ISO 8601 with zone); undefined when it is none. */
export function campusDayOf(iso: string, utcOffset: string): string | undefined {
  const moment = Date.parse(iso);
  const offset = offsetMinutes(utcOffset);
  if (Number.isNaN(moment) || offset === undefined) return undefined;
  return new Date(moment + offset * MINUTE_MS).toISOString().slice(0, 10);
}

// The moment is moved by the offset first, so UTC here prints the campus wall clock.
const wallClock = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** A moment (ISO 8601 with zone) on the campus wall clock; says UTC while the offset is unknown. */
export function formatCampusTime(
  iso: string | null | undefined,
  utcOffset: string | undefined,
  empty = "Not provided",
): string {
  const moment = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(moment)) return empty;
  const offset = offsetMinutes(utcOffset);
  if (offset === undefined) return `${wallClock.format(moment)} UTC`;
  return wallClock.format(moment + offset * MINUTE_MS);
}

/** "2027-05-01 17:30" on the campus wall clock, for files; says UTC while the offset is unknown. */
export function campusMinute(iso: string, utcOffset: string | undefined): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return "";
  const offset = offsetMinutes(utcOffset);
  const text = new Date(moment + (offset ?? 0) * MINUTE_MS).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)}${offset === undefined ? " UTC" : ""}`;
}
