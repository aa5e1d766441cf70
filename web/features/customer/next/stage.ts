import type { Booking } from "@api/bookings/booking";
import { type CampusClock, serverNow } from "@api/clock";
import facts from "@facts/booking.json";
import { windowOf } from "@features/customer/dates/window-places";
import { offsetMinutes } from "@lib/format/campus-time";

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
  "status" | "pickup_date" | "pickup_time" | "return_delivery_date" | "return_delivery_time"
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

function stageOfPickup({ status, pickup_date: day, pickup_time: time }: Dated, now: CampusMoment) {
  if (!day) return "undated";
  if (day > now.day) return "before_pickup";
  // A crew that is on the way today comes, however late; of another day it came to nothing.
  if (status === "in_queue" && day === now.day) return "on_way";
  return isOver(day, time, now) ? "pickup_over" : "pickup_day";
}

function stageOfReturn(booking: Dated, now: CampusMoment): Stage {
  const { return_delivery_date: day, return_delivery_time: time } = booking;
  if (!day || day > now.day) return "stored";
  return isOver(day, time, now) ? "return_over" : "return_day";
}

/** Whether the window of a pickup is over. */
export function pickupIsOver({ pickup_date, pickup_time }: Dated, now: CampusMoment): boolean {
  return pickup_date !== null && isOver(pickup_date, pickup_time, now);
}

/**
 * Whether to ask if the pickup stands: from two days before, as the reminders do, until its window
 * begins; without a time that is the day's first.
 */
export function asksToConfirm(booking: Dated, now: CampusMoment): boolean {
  const { pickup_date: day, pickup_time: time, status } = booking;
  if (!day || (status !== "pending" && status !== "confirmed")) return false;
  const left = daysBetween(now.day, day);
  return (left > 0 && left <= 2) || (left === 0 && now.minutes < windowStart(time));
}

/** Whether a window of a day, or without one the day, is over. */
export function isOver(day: string, time: string | null, now: CampusMoment): boolean {
  return day < now.day || (day === now.day && now.minutes >= windowEnd(time));
}

/** Minutes after midnight at which a window ends; without a time the day's end. */
function windowEnd(time: string | null): number {
  const label = windowOf(time);
  const end = facts.pickup_windows.find((one) => one.label === label)?.end ?? "24:00";
  const [hours = 24, minutes = 0] = end.split(":").map(Number);
  return hours * 60 + minutes;
}

function windowStart(time: string | null): number {
  const label = windowOf(time);
  const start =
    facts.pickup_windows.find((one) => one.label === label)?.start ??
    facts.pickup_windows[0]?.start ??
    "";
  const [hours = 0, minutes = 0] = start.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Whole days from one to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
