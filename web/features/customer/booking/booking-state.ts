import type { Booking } from "@api/bookings/booking";
import type { BookingStatus } from "@api/database.types";
import type { SummerStop } from "@components/ui/summer-line";

const OPEN: readonly BookingStatus[] = ["pending", "confirmed", "in_queue", "picked_up"];
const AWAITING_PICKUP: readonly BookingStatus[] = ["pending", "confirmed", "in_queue"];

/** The booking that the dashboard is about: the newest one under way, else the newest of all. */
export function currentBooking(newestFirst: readonly Booking[]): Booking | undefined {
  return newestFirst.find(({ status }) => OPEN.includes(status)) ?? newestFirst[0];
}

/** Whether the crew is still to come for it. */
export function awaitsPickup({ status }: Pick<Booking, "status">): boolean {
  return AWAITING_PICKUP.includes(status);
}

/** Why the dates stand now; null while the customer may change them (rule: kept-notice). */
export function whyFixed(status: BookingStatus): string | null {
  switch (status) {
    case "picked_up":
      return "Your items are picked up, so these dates are fixed. To change your delivery, use Book Delivery.";
    case "delivered":
    case "completed":
      return "Everything is back with you, so these dates can no longer change.";
    case "cancelled":
      return "This booking was cancelled, so its dates can no longer change.";
    default:
      return null;
  }
}

/** The name on a booking: its own, else the guest's, else nothing. */
export function bookingName(booking: Booking): string {
  const first = booking.first_name ?? booking.guest_first_name ?? "";
  const last = booking.last_name ?? booking.guest_last_name ?? "";
  return `${first} ${last}`.trim();
}

/** Position on the summer line: 0 booked, 1 pickup, 2 in storage, 3 back. */
const REACHED: Record<BookingStatus, number> = {
  pending: 0,
  confirmed: 0.5,
  in_queue: 1,
  picked_up: 2,
  delivered: 4,
  completed: 4,
  cancelled: -1,
};

/** A booking's stops through the summer; `detail` gives the words under a stop. */
export function summerStops(
  booking: Pick<Booking, "status">,
  detail: { booked: string; pickup: string; back: string },
): SummerStop[] {
  const reached = REACHED[booking.status];
  const stops = [
    { id: "booked", label: "Booked", detail: detail.booked },
    { id: "pickup", label: "Pickup", detail: detail.pickup },
    { id: "stored", label: "In storage", detail: "\u00a0" },
    { id: "back", label: "Back to you", detail: detail.back },
  ];
  return stops.map((stop, index) => ({ ...stop, state: stateAt(index, reached) }));
}

function stateAt(index: number, reached: number): SummerStop["state"] {
  if (index < reached) return "done";
  return index === reached ? "current" : "ahead";
}
