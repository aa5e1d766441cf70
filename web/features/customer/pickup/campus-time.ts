import { offsetMinutes } from "@lib/format/campus-time";

/**
 * Campus time from what the server says, never from the browser's zone: its zone data is too old
 * (British Columbia ended clock changes in 2026). Moments are milliseconds since 1970, UTC.
 */
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Minutes after midnight at which "9:00 AM" or "9:00 AM - 12:00 PM" begins. */
export function startMinutes(pickupTime: string | null): number | undefined {
  const match = /^(\d{1,2}):(\d{2}) (AM|PM)/.exec(pickupTime ?? "");
  if (!match) return undefined;
  const hour = (Number(match[1]) % 12) + (match[3] === "PM" ? 12 : 0);
  return hour * 60 + Number(match[2]);
}

/** The day's first pickup: where a countdown without a time ends. */
const FIRST_PICKUP_MINUTES = 9 * 60;

/** The moment at which a pickup begins; undefined when the day or the offset is none. */
export function pickupStart(
  day: string,
  pickupTime: string | null,
  utcOffset: string,
): number | undefined {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const offset = offsetMinutes(utcOffset);
  if (Number.isNaN(midnight) || offset === undefined) return undefined;
  const minutes = startMinutes(pickupTime) ?? FIRST_PICKUP_MINUTES;
  return midnight + (minutes - offset) * MINUTE;
}

export interface TimeLeft {
  hours: number;
  minutes: number;
  seconds: number;
}

/** A span in whole hours, minutes and seconds, begun seconds counted in full; never below 0. */
export function timeLeft(milliseconds: number): TimeLeft {
  const total = Math.max(0, Math.ceil(milliseconds / SECOND));
  return {
    hours: Math.floor(total / 3_600),
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}
