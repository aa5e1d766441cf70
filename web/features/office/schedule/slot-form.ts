import type { TimeOfDay } from "@api/database.types";
import type { Slot } from "@api/pickups/slots";
import facts from "@facts/booking.json";
import * as z from "zod/mini";

/** Stands for the whole day where the form chooses; stored as null. */
export const ALL_DAY = "all-day";

const { slot_capacity: CAPACITY, slot_time_of_day: FIRST } = facts.defaults;

/** What is typed, and the slot that it makes: what is no number becomes 0. */
export const slotSchema = z.object({
  capacity: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => Number.parseInt(typed, 10) || 0),
    ),
    z.number().check(z.minimum(1, "Capacity must be at least 1.")),
  ),
  timeOfDay: z.pipe(
    z.string(),
    z.transform((choice) => (choice === ALL_DAY ? null : (choice as TimeOfDay))),
  ),
});
export type SlotForm = z.output<typeof slotSchema>;

/** The form of a slot, or of a new one: five places at the first time of day that has none. */
export function slotForm(slot: Slot | null, others: readonly Slot[]): z.input<typeof slotSchema> {
  if (slot) return { capacity: String(slot.capacity), timeOfDay: slot.time_of_day ?? ALL_DAY };
  return { capacity: String(CAPACITY), timeOfDay: freeTimes(others)[0] ?? FIRST };
}

/** The times of a day that have no slot yet. */
export function freeTimes(slots: readonly Slot[]): string[] {
  const usedTimes = new Set(slots.map(({ time_of_day }) => time_of_day as string | null));
  return facts.slot_times_of_day.map(({ value }) => value).filter((one) => !usedTimes.has(one));
}

/** "Morning", "Afternoon", "Evening" or "All Day". */
export function timeOfDayLabel(timeOfDay: TimeOfDay | null): string {
  return facts.slot_times_of_day.find(({ value }) => value === timeOfDay)?.label ?? "All Day";
}

/** In the order of the day, what counts for all of it at the end. */
export function byTimeOfDay(slots: readonly Slot[]): Slot[] {
  const place = (slot: Slot) => {
    const index = facts.slot_times_of_day.findIndex(({ value }) => value === slot.time_of_day);
    return index < 0 ? facts.slot_times_of_day.length : index;
  };
  return slots.toSorted((one, other) => place(one) - place(other));
}
