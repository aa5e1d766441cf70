import type { PickupDay } from "@api/pickups/pickups";
import type { CrewWork } from "@features/crew/offline/crew-work";
import { applied } from "./pickup-change";
import { withStopVerb } from "./pickup-line";

/** The day with unsent work, of this tab or of Runs; as it is if the work is in it already. */
export function withWork(day: PickupDay, work: CrewWork): PickupDay {
  if (work.what === "stop") return withStopVerb(day, work.event);
  if (work.what !== "pickup" || work.campusId !== day.campus_id || work.day !== day.day) return day;
  return applied(day, work.change);
}
