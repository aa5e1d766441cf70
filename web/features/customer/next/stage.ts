import type { Booking } from "@api/bookings/booking";
import { type CampusClock, serverNow } from "@api/clock";
import { offsetMinutes } from "@lib/format/campus-time";
import { windowOf, windowsOf } from "@lib/site/pickup-windows";

/** Where a booking stands, as its customer sees it (rule: what-is-next). */
export type Stage =
  | "undated"
  | "before_pickup"
  | "pickup_day"
  | "on_way"
  | "pickup_over"
  | "stored"
  | "return_day"
  | "return_over"
  | "back"
  | "cancelled";

/** A moment on the campus wall clock. */
export interface CampusMoment {
  /** "YYYY-MM-DD" */
  day: string;
  /** since midnight */
  minutes: number;
}

type Dated = Pick<
  Booking,
  | "campus_id"
  | "status"
  | "pickup_date"
  | "pickup_time"
  | "return_delivery_date"
  | "return_delivery_time"
>;

/** This moment on campus, by the server's clock. */
export function campusMoment(clock: CampusClock): CampusMoment {
  const local = new Date(serverNow(clock) + (offsetMinutes(clock.utc_offset) ?? 0) * 60_000);
  return {
    day: local.toISOString().slice(0, 10),
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

export function stageOf(booking: Dated, now: CampusMoment): Stage {
  switch (booking.status) {
    case "cancelled":
      return "cancelled";
    case "delivered":
    case "completed":
      return "back";
    case "picked_up":
      return stageOfReturn(booking, now);
    default:
      return stageOfPickup(booking, now);
  }
}

function stageOfPickup(booking: Dated, now: CampusMoment) {
  const { status, pickup_date: day, pickup_time: time, campus_id } = booking;
  if (!day) return "undated";
  if (day > now.day) return "before_pickup";
  // A crew that is on the way today comes, however late; of another day it came to nothing.
  if (status === "in_queue" && day === now.day) return "on_way";
  return isOver(campus_id, day, time, now) ? "pickup_over" : "pickup_day";
}

function stageOfReturn(booking: Dated, now: CampusMoment): Stage {
  const { return_delivery_date: day, return_delivery_time: time, campus_id } = booking;
  if (!day || day > now.day) return "stored";
  return isOver(campus_id, day, time, now) ? "return_over" : "return_day";
}

/** Whether the window of a pickup is over. */
export function pickupIsOver(booking: Dated, now: CampusMoment): boolean {
  const { campus_id, pickup_date, pickup_time } = booking;
  return pickup_date !== null && isOver(campus_id, pickup_date, pickup_time, now);
}

/**
 * Whether to ask if the pickup stands: from two days before, as the reminders do, until its window
 * begins; without a time that is the day's first.
 */
export function asksToConfirm(booking: Dated, now: CampusMoment): boolean {
  const { pickup_date: day, pickup_time: time, status } = booking;
  if (!day || (status !== "pending" && status !== "confirmed")) return false;
  const left = daysBetween(now.day, day);
  return (
    (left > 0 && left <= 2) || (left === 0 && now.minutes < windowStart(booking.campus_id, time))
  );
}

/** Whether a window of a day, or without one the day, is over. */
export function isOver(
  campusId: number,
  day: string,
  time: string | null,
  now: CampusMoment,
): boolean {
  return day < now.day || (day === now.day && now.minutes >= windowEnd(campusId, time));
}

/** Minutes after midnight at which a window ends; without a time the day's end. */
function windowEnd(campusId: number, time: string | null): number {
  return minutesOf(windowOf(time, campusId)?.end ?? "24:00");
}

function windowStart(campusId: number, time: string | null): number {
  const window = windowOf(time, campusId) ?? windowsOf(campusId)[0];
  return minutesOf(window?.start ?? "00:00");
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Whole days from one to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
