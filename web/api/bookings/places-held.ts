import { command, type Rest, rest } from "@api/client";
import type { HeldPlace, WaitingPlace } from "@api/commands.types";
import { ApiError } from "@api/errors";

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

/** Gives a kept place back. */
export function releasePlace(holdId: string, via: Rest = rest()): Promise<void> {
  return command("release_place", { hold_id: holdId }, via);
}

/** Waits for a place in a full window; signed in, the account's own address is told. */
export function waitForPlace(
  window: PickupWindow,
  email?: string,
  via: Rest = rest(),
): Promise<WaitingPlace> {
  return command("wait_for_place", { ...window, ...(email ? { email } : {}) }, via);
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

/** Whether a request was refused because its window has no place left. */
export function isFull(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409 && / is full\./.test(error.message);
}

/** The free windows that a refusal names, the nearest first. */
export function freeWindows(error: ApiError): FreeWindow[] {
  return (error.hint ?? "").split("; ").flatMap((words) => {
    const match = /^\w+, ([A-Z][a-z]+) (\d{1,2}), (\d{4}), (.+)$/.exec(words);
    const month = MONTHS.indexOf(match?.[1] ?? "") + 1;
    if (!match || month === 0) return [];
    const two = (value: string | number) => String(value).padStart(2, "0");
    const day = `${match[3]}-${two(month)}-${two(match[2] ?? "")}`;
    return [{ words, day, time: match[4] === "any time" ? null : (match[4] ?? null) }];
  });
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
