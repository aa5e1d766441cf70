import { command, type Rest, rest } from "@api/client";
import type { HeldPlace, WaitingPlace } from "@api/commands.types";
import type { Database } from "@api/database.types";
import { ApiError } from "@api/errors";
import { formatDay } from "@lib/format/dates";
import { anonKey, restUrl } from "@lib/site/config";
import { PostgrestClient } from "@supabase/postgrest-js";

/** A pickup window of a campus and day. */
export interface PickupWindow {
  campus_id: number;
  /** "YYYY-MM-DD" */
  pickup_date: string;
  pickup_time: string;
}

/** Keeps a place while a form is filled in; `holdId` is what the same form kept before. */
export function holdPlace(
  window: PickupWindow,
  holdId: string | null,
  via: Rest = rest(),
): Promise<HeldPlace> {
  return command("hold_place", { ...window, ...(holdId ? { hold_id: holdId } : {}) }, via);
}

/**
 * Gives a kept place back, also from a page that is being left: its id is all that it needs, so it
 * goes out at once, without waiting for a session.
 */
export function releasePlace(holdId: string): Promise<void> {
  const leaving: Rest = new PostgrestClient<Database>(restUrl(), {
    headers: { apikey: anonKey() },
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
    retry: false,
  });
  return command("release_place", { hold_id: holdId }, leaving);
}

/** Waits for a place in a full window; signed in, the account's own address is told. */
export function waitForPlace(
  window: PickupWindow,
  email?: string,
  via: Rest = rest(),
): Promise<WaitingPlace> {
  return command("wait_for_place", { ...window, ...(email ? { email } : {}) }, via);
}

/** Has an address told once booking opens; signed in, the account's own. */
export function waitForSeason(email: string, via: Rest = rest()): Promise<WaitingPlace> {
  return command("wait_for_season", { email }, via);
}

/** A window that the server offers instead of a full one. */
export interface FreeWindow {
  /** "Friday, April 30, 2027, 9:00 AM - 12:00 PM" */
  words: string;
  /** "YYYY-MM-DD" */
  day: string;
  /** null: any time of that day */
  time: string | null;
}

/** What the server offers instead of a window that it refused. */
interface Offer {
  /** whether one may wait for a place in the window itself */
  full: boolean;
  free: { date: string; pickup_time: string | null }[];
}

function offerOf(error: unknown): Offer | null {
  const details = error instanceof ApiError ? error.details : null;
  return typeof details === "object" && details !== null && "free" in details
    ? (details as Offer)
    : null;
}

/** Whether a request was refused because its window has no place left. */
export function isFull(error: unknown): error is ApiError {
  return offerOf(error)?.full === true;
}

/** The free windows that a refusal offers, the nearest first. */
export function freeWindows(error: ApiError): FreeWindow[] {
  return (offerOf(error)?.free ?? []).map(({ date, pickup_time }) => ({
    words: `${formatDay(date, "long")}, ${pickup_time ?? "any time"}`,
    day: date,
    time: pickup_time,
  }));
}
