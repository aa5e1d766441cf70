import type { Slot } from "@api/pickups/slots";

const DAY_MS = 86_400_000;

/** The seven days, Sunday first, of the week that a day ("YYYY-MM-DD") is in. */
export function weekOf(day: string): string[] {
  const moment = Date.parse(day);
  const sunday = moment - new Date(moment).getUTCDay() * DAY_MS;
  return Array.from({ length: 7 }, (_, index) =>
    new Date(sunday + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The same day of the week so many weeks later. */
export function weeksAfter(day: string, weeks: number): string {
  return new Date(Date.parse(day) + weeks * 7 * DAY_MS).toISOString().slice(0, 10);
}

/** Places of slots taken together: how many are offered, and how many of these are taken. */
export interface Places {
  taken: number;
  offered: number;
}

/** The places of some slots; null where there is no slot, so that nothing limits. */
export function placesOf(
  slots: readonly Pick<Slot, "capacity" | "available_slots">[],
): Places | null {
  if (slots.length === 0) return null;
  const offered = slots.reduce((sum, { capacity }) => sum + capacity, 0);
  const free = slots.reduce((sum, { available_slots }) => sum + available_slots, 0);
  return { taken: offered - free, offered };
}
