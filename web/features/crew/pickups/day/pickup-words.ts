import type { Stop } from "@api/commands.types";
import type { PickupStatus } from "@api/pickups/pickups";
import booking from "@facts/booking.json";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { campuses } from "@lib/site/published";

export const STATUS_FAILURE = "Could not update pickup status.";
export const ORDER_FAILURE = "Could not update route order.";
export const QUEUE_FAILURE = "Could not load pickup queue data.";

/** A pickup's status as the crew reads it. */
export const STATUS_WORDS: Record<PickupStatus, string> = {
  scheduled: "scheduled",
  in_progress: "in progress",
  completed: "completed",
};

/** The days from `today` on: 0 today, 1 tomorrow, below 0 past. */
function daysAhead(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

export function queueTitle(day: string, today: string): string {
  const ahead = daysAhead(day, today);
  if (ahead === 0) return "Today's Pickup Queue";
  if (ahead === 1) return "Tomorrow's Pickup Queue";
  if (ahead === -1) return "Yesterday's Pickup Queue";
  return `Pickup Queue of ${formatDay(day)}`;
}

export function emptyWords(day: string, today: string): string {
  const ahead = daysAhead(day, today);
  if (ahead === 0) return "No pickups scheduled for today.";
  if (ahead === 1) return "No pickups scheduled for tomorrow.";
  return `No pickups scheduled for ${formatDay(day)}.`;
}

/** "9:00 AM - 12:00 PM" → "9 AM–12 PM": a column's worth of a window. */
export function shortWindow(pickupTime: string | null): string {
  return (pickupTime ?? "Any time").replaceAll(":00", "").replace(" - ", "–");
}

export function flightWords(stop: Pick<Stop, "has_flight" | "flight_time">): string | null {
  if (!stop.has_flight) return null;
  const fact = booking.flight_windows.find(({ value }) => value === stop.flight_time);
  const hours = /\((.+)\)/.exec(fact?.label ?? "")?.[1];
  return hours ? `Flight ${shortWindow(hours)}` : "Has a flight";
}

/** The residence and the address in lines to read; neither twice. */
export function placeLines(stop: Pick<Stop, "building_name" | "address">): string[] {
  const [building, address] = [stop.building_name?.trim() ?? "", stop.address?.trim() ?? ""];
  const [name, place] = [building.toLowerCase(), address.toLowerCase()];
  if (name && (place.startsWith(name) || place.includes(`, ${name},`))) return [address];
  return [building, address].filter(Boolean);
}

/** A map of where the stop is, which phones open in their own app; null without any place. */
export function mapLink(
  stop: Pick<Stop, "building_name" | "address">,
  campusId: number,
): string | null {
  const campus = campuses.find(({ id }) => id === campusId);
  const residence = campus?.residences.find(({ name }) => name === stop.building_name);
  const lines = placeLines(stop);
  if (lines.length === 0) return null;
  // A room alone ("Unit 12") is in every town: the residence's or the campus's street goes along.
  const hasTown = /\b[A-Z]\d[A-Z]\b|,/.test(stop.address ?? "");
  const street = hasTown ? "" : (residence?.address ?? `${campus?.name ?? ""}, ${campus?.city}`);
  const query = [...lines, street].filter(Boolean).join(", ");
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/** The line as it is now, for a screen that was out of date: its head by name. */
export function lineNow(stops: readonly Stop[]): string {
  const head = stops.slice(0, 3).map(({ full_name }, index) => `${index + 1}. ${full_name}`);
  if (head.length === 0) return "The line is empty now.";
  return `It is now: ${head.join(", ")}${stops.length > head.length ? " …" : "."}`;
}

/** "6 items", "1 item"; "not counted" without a count. */
export function stopCount(items: number | null): string {
  if (items === null) return "not counted";
  return `${items} ${items === 1 ? "item" : "items"}`;
}

/** "4 of 12 pickups done, 1 failed": what did not work out is not done. */
export function countWords(done: number, all: number, what: "pickup" | "stop", failed = 0): string {
  if (all === 0) return `No ${what}s yet`;
  const noun = all === 1 ? what : `${what}s`;
  return `${done} of ${all} ${noun} done${failed > 0 ? `, ${failed} failed` : ""}`;
}

/** "1 change", "2 changes". */
export function changeCount(changes: number): string {
  return `${changes} ${changes === 1 ? "change" : "changes"}`;
}

/** A moment as the crew reads it on the day itself, "2:05 PM"; empty without one. */
export function clockTime(iso: string | null, utcOffset: string | undefined): string {
  return formatCampusTime(iso, utcOffset, "").split(", ").at(-1) ?? "";
}
