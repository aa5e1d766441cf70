import type { TimeOfDay } from "@api/database.types";
import type { Slot } from "@api/slots";
import facts from "@facts/booking.json";

/** What the slot form holds; null is the whole day. */
export interface SlotForm {
  capacity: number;
  timeOfDay: TimeOfDay | null;
}

/** Where the form starts and what Cancel goes back to: capacity 5, morning. */
export const NEW_SLOT: SlotForm = {
  capacity: facts.defaults.slot_capacity,
  timeOfDay: facts.defaults.slot_time_of_day as TimeOfDay,
};

/** A typed capacity as a whole number; what is no number becomes 0. */
export function capacityOf(text: string): number {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? 0 : number;
}

/** What is wrong with a capacity, or undefined. */
export function capacityError(capacity: number): string | undefined {
  return capacity < 1 ? "Capacity must be at least 1." : undefined;
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
