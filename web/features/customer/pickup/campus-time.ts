import type { Booking } from "@api/bookings/booking";
import { offsetMinutes } from "@lib/format/campus-time";
import { startOf, windowsOf } from "@lib/site/pickup-windows";

/**
 * Campus time from what the server says, never from the browser's zone: its zone data is too old
 * (British Columbia ended clock changes in 2026). Moments are milliseconds since 1970, UTC.
 */
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The moment at which a pickup begins; undefined when the day or the offset is none. */
export function pickupStart(
  { campus_id, pickup_time }: Pick<Booking, "campus_id" | "pickup_time">,
  day: string,
  utcOffset: string,
): number | undefined {
  // Without a time it is the day's first window.
  const time = startOf(pickup_time) ?? windowsOf(campus_id)[0]?.start;
  const start = Date.parse(`${day}T${time}:00Z`);
  const offset = offsetMinutes(utcOffset);
  return Number.isNaN(start) || offset === undefined ? undefined : start - offset * MINUTE;
}

export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** A span in whole days, hours, minutes and seconds; a begun second counts in full; never below 0. */
export function timeLeft(milliseconds: number): TimeLeft {
  const total = Math.max(0, Math.ceil(milliseconds / SECOND));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}
