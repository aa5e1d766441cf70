import type { ChangeReason } from "@api/pickups/pickups";

/** Why the office moves a pickup. */
export const REASONS: readonly { value: ChangeReason; label: string }[] = [
  { value: "customer", label: "Customer asked" },
  { value: "crew", label: "Crew late" },
  { value: "weather", label: "Weather" },
  { value: "building", label: "Building" },
  { value: "other", label: "Other" },
];
