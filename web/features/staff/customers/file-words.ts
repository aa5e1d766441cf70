import type { FiledBooking } from "@api/customer-file";
import { formatCampusTime } from "@lib/campus-time";
import { formatDay } from "@lib/dates";

type Pickup = Pick<
  FiledBooking["pickups"][number],
  "pickup_date" | "status" | "items_counted" | "completed_at"
>;

/** How a pickup went: "May 1, 2027, 10:12 AM, 7 items", or how far it is. */
export function pickupWords(pickup: Pickup, utcOffset: string | undefined): string {
  const items = pickup.items_counted;
  const counted = items === null ? "not counted" : `${items} ${items === 1 ? "item" : "items"}`;
  const day = formatDay(pickup.pickup_date, "medium");
  if (pickup.status === "completed")
    return `${pickup.completed_at ? formatCampusTime(pickup.completed_at, utcOffset) : day}, ${counted}`;
  return `${day}, ${pickup.status === "in_progress" ? "crew on the way" : "not yet"}`;
}
