import pricing from "@facts/pricing.json";
import type { BookingStart } from "@lib/booking-launcher";

/** The bundle that was chosen before the wizard opened, in words for the review and the staff. */
export function planNoteOf({ planId, split }: BookingStart): string | null {
  const bundle = pricing.bundles.find(({ id }) => id === planId);
  if (!bundle) return null;
  return `${bundle.name} (${bundle.items_range} items)${split ? ", split with friends" : ""}`;
}
