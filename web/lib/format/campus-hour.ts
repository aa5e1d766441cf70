import { offsetMinutes } from "./campus-time";

const MINUTE_MS = 60_000;

const hour = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  hour: "numeric",
  minute: "2-digit",
});

/** The hour of a moment (ISO 8601 with zone) on the campus wall clock: "9:41 AM". */
export function campusHour(iso: string | null, utcOffset: string): string {
  const moment = iso ? Date.parse(iso) : Number.NaN;
  const offset = offsetMinutes(utcOffset);
  if (Number.isNaN(moment) || offset === undefined) return "";
  return hour.format(moment + offset * MINUTE_MS);
}

const deadline = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Until when something is possible, on the campus wall clock: "Fri, Nov 27, 2:10 PM". */
export function campusDeadline(iso: string, utcOffset: string): string {
  return deadline.format(Date.parse(iso) + (offsetMinutes(utcOffset) ?? 0) * MINUTE_MS);
}
