import type { KitState } from "@api/pickups/supplies";
import { parseDay } from "@lib/format/dates";
import { campuses } from "@lib/site/published";
import { KIT_STATES } from "./kit-steps";

type CampusFact = (typeof campuses)[number];

/** Which kits the tab shows, as its address says; no day is today. */
export interface SuppliesView {
  campus: CampusFact;
  day: string | null;
  state: KitState | null;
}

/** Reads `?campus=2&date=2027-04-20&state=packed`; nonsense reads as absent. */
export function suppliesView(params: URLSearchParams): SuppliesView {
  const date = params.get("date");
  return {
    campus:
      campuses.find(({ id }) => String(id) === params.get("campus")) ?? (campuses[0] as CampusFact),
    day: parseDay(date) ? date : null,
    state: KIT_STATES.find((state) => state === params.get("state")) ?? null,
  };
}
