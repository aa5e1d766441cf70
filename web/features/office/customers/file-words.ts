import type { FiledBooking } from "@api/customers/customer-file";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";

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

type Item = Pick<
  FiledBooking["items"][number],
  "description" | "boxed" | "heavy" | "declared_value_cents"
>;

/** An item as the customer listed it: "Winter coats, boxed", "Fridge, over 50 lb, $200 declared". */
export function itemWords(item: Item): string {
  return [
    item.description,
    item.boxed ? "boxed" : null,
    item.heavy ? "over 50 lb" : null,
    item.declared_value_cents > 0 ? `${formatCents(item.declared_value_cents)} declared` : null,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Where an account stands, in a sentence. */
export function balanceWords(balance: number, overdue: number): string {
  if (balance < 0) return `${formatCents(-balance)} of credit.`;
  if (balance === 0) return "Nothing is owed.";
  return `${formatCents(balance)} owed${overdue > 0 ? `, ${formatCents(overdue)} of it overdue` : ""}.`;
}
