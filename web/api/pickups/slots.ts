import { command, dataOf, type Rest, rest } from "@api/client";
import type { PlacesPlanned } from "@api/commands.types";
import type { Insert, Row, TimeOfDay, Update } from "@api/database.types";
import type { DaysOfCampuses } from "./closed-days";

export type Slot = Pick<
  Row<"slot_availability">,
  "id" | "date" | "campus_id" | "capacity" | "available_slots" | "time_of_day" | "beyond"
>;

export const slotKeys = {
  all: ["slots"] as const,
  day: (campusId: number, date: string) => ["slots", campusId, date] as const,
  days: (campusId: number, first: string, last: string) =>
    ["slots", campusId, first, last] as const,
};

const SLOT = "id, date, campus_id, capacity, available_slots, time_of_day, beyond";

/** The slots of one campus on one day ("YYYY-MM-DD"). */
export function slotsOfDay(campusId: number, date: string, via: Rest = rest()): Promise<Slot[]> {
  return dataOf(
    via.from("slot_availability").select(SLOT).eq("date", date).eq("campus_id", campusId),
  );
}

/** The slots of one campus from one day to another, both included. */
export function slotsOfDays(
  campusId: number,
  first: string,
  last: string,
  via: Rest = rest(),
): Promise<Slot[]> {
  return dataOf(
    via
      .from("slot_availability")
      .select(SLOT)
      .eq("campus_id", campusId)
      .gte("date", first)
      .lte("date", last),
  );
}

/**
 * Makes the slots of a week (its first day) anew in another one, all places free. What exists
 * stays: `kept` counts the slots that were not made. Executives only.
 */
export function copySlots(
  campusId: number,
  weekFrom: string,
  weekTo: string,
  via: Rest = rest(),
): Promise<{ made: number; kept: number }> {
  return command("copy_slots", { campus_id: campusId, week_from: weekFrom, week_to: weekTo }, via);
}

export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Places for many days; without `windows`, those of 52 weeks before. */
export interface PlacesPlan extends DaysOfCampuses {
  /** Monday is 1 */
  weekdays: Weekday[];
  windows: { time_of_day: TimeOfDay; places: number }[] | null;
}

/** What `setPlaces` would do. Executives only. */
export function previewPlaces(plan: PlacesPlan, via: Rest): Promise<PlacesPlanned> {
  return command("preview_places", { ...plan }, via);
}

/** Offers so many places; what is booked stays. Executives only. */
export function setPlaces(plan: PlacesPlan, via: Rest): Promise<PlacesPlanned> {
  return command("set_places", { ...plan }, via);
}

/** Creates a slot. Executives only. */
export function createSlot(
  slot: Pick<
    Insert<"slot_availability">,
    "date" | "campus_id" | "capacity" | "available_slots" | "time_of_day"
  >,
  via: Rest = rest(),
): Promise<Slot> {
  return dataOf(via.from("slot_availability").insert(slot).select(SLOT).single());
}

/** Changes a slot. Executives only. */
export function changeSlot(
  id: string,
  change: Pick<Update<"slot_availability">, "capacity" | "available_slots" | "time_of_day">,
  via: Rest = rest(),
): Promise<Slot> {
  return dataOf(via.from("slot_availability").update(change).eq("id", id).select(SLOT).single());
}
