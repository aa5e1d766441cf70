import type { RunCard, StopCard, StopItem } from "@api/commands.types";
import type { StopFailure, StopKind, StopState } from "@api/pickups/runs";
import booking from "@facts/booking.json";
import { clockTime, countWords } from "@features/crew/pickups/day/pickup-words";
import { addDays, formatDay } from "@lib/format/dates";

export const RUNS_FAILURE = "Could not load the runs of this day.";

export const KIND_WORDS: Record<StopKind, string> = {
  pickup: "Pickup",
  return: "Return",
  kit: "Kit",
};

export const FAILURES: readonly { value: StopFailure; label: string }[] = [
  { value: "nobody_there", label: "Nobody there" },
  { value: "not_ready", label: "Not ready" },
  { value: "wrong_address", label: "Wrong address" },
  { value: "too_much", label: "More than was booked" },
  { value: "refused_goods", label: "Goods we may not store" },
  { value: "ours", label: "Our fault: late or broken down" },
];

/** What cannot go wrong where nothing is taken along. */
const OF_PICKUPS: readonly StopFailure[] = ["too_much", "refused_goods"];

/** Why a stop of this kind may not work out. */
export function failuresOf(kind: StopKind): typeof FAILURES {
  return kind === "pickup" ? FAILURES : FAILURES.filter(({ value }) => !OF_PICKUPS.includes(value));
}

/** As many late customers are named above a run. */
const MOST_NAMED = 3;

/** Minutes that a crew waits at a door before it goes on. */
export const WAIT_MINUTES = booking.door_wait_minutes;

/** Whether a stop is still to be worked. */
export function isOpen({ state }: StopCard): boolean {
  return state !== "completed" && state !== "failed";
}

/** Whether the crew comes after the window of a stop, or after the flight. */
export function isLate(stop: StopCard): boolean {
  return stop.is_late && isOpen(stop) && stop.state !== "arrived";
}

/** When the crew was or will be at a stop; null where that is not known. */
export function arrivalWords(stop: StopCard, utcOffset: string | undefined): string | null {
  const at = (iso: string) => clockTime(iso, utcOffset);
  if (stop.state === "completed") return stop.completed_at && at(stop.completed_at);
  if (stop.state === "arrived") return stop.arrived_at && at(stop.arrived_at);
  if (stop.state === "failed") return stop.arrived_at && `Arrived ${at(stop.arrived_at)}`;
  if (stop.expected_at) return `About ${at(stop.expected_at)}`;
  return stop.is_late ? "No time left on this day" : null;
}

/** "2 stops will be late: Ana, Bo."; null if none is. */
export function lateWords({ stops }: Pick<RunCard, "stops">): string | null {
  const names = stops.filter(isLate).map(({ full_name }) => full_name);
  if (names.length === 0) return null;
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  const count = names.length === 1 ? "1 stop" : `${names.length} stops`;
  return `${count} will be late: ${names.slice(0, MOST_NAMED).join(", ")}${more}.`;
}

/** The stops of a run that are late now and were not among `before`, in words; null if none is. */
export function newlyLateWords(
  run: Pick<RunCard, "stops">,
  before: readonly StopCard[],
): string | null {
  const late = new Set(before.filter(isLate).map(({ id }) => id));
  return lateWords({ stops: run.stops.filter(({ id }) => !late.has(id)) });
}

/** Items that a return cannot be completed without: as the server has it. */
export function unscanned(stop: StopCard): StopItem[] {
  if (stop.kind !== "return") return [];
  return stop.items.filter(
    ({ state, scanned, label_code }) =>
      !scanned &&
      !["delivered", "missing", "refused"].includes(state) &&
      (label_code !== null || !["listed", "packed"].includes(state)),
  );
}

/** Items that are handled at a stop: for a pickup all, for a return those that we have. */
export function itemsAt(stop: StopCard): StopItem[] {
  if (stop.kind !== "return") return stop.items;
  return stop.items.filter(
    ({ state, scanned, label_code }) =>
      scanned || label_code !== null || !["listed", "packed"].includes(state),
  );
}

/** How many stops are done, and did not work out. */
export function stopCounts(stops: readonly StopCard[]) {
  const count = (state: StopState) => stops.filter((stop) => stop.state === state).length;
  return { done: count("completed"), failed: count("failed"), all: stops.length };
}

/** How far a run is. */
export function runDoneWords({ stops }: Pick<RunCard, "stops">): string {
  const { done, failed, all } = stopCounts(stops);
  return countWords(done, all, "stop", failed);
}

/** "Today's runs". */
export function runsTitle(day: string, today: string): string {
  if (day === today) return "Today's runs";
  return day === addDays(today, 1) ? "Tomorrow's runs" : `Runs of ${formatDay(day)}`;
}

/** How many items a run carries at most at once, by what is known of its stops. */
export function loadOf({ stops }: RunCard): number {
  const count = (kind: StopKind) =>
    stops.filter((stop) => stop.kind === kind).reduce((sum, stop) => sum + itemsAt(stop).length, 0);
  return Math.max(count("return"), count("pickup"));
}

/** The minutes since a moment, whole and never below zero. */
export function minutesSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000));
}

/** What a crew reads after a wrong hand-over code; where none is left, the screen says it. */
export function wrongCodeWords(left: number): string {
  if (left < 1) return "";
  const words = "This code is not right. Ask the customer to look at it again";
  return left === 1
    ? `${words}: one more wrong code locks it.`
    : `${words}: ${left} tries are left.`;
}

/** PBKDF2 of a hand-over code, as the server keeps it; undefined where the browser has none. */
export async function hashedCode(code: string, salt: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(code), "PBKDF2", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt: bytes.encode(salt), iterations: 60_000 },
    key,
    256,
  );
  return [...new Uint8Array(bits)].map((one) => one.toString(16).padStart(2, "0")).join("");
}
