import type { Found, FoundBooking } from "@api/commands.types";

const CURRENT: readonly string[] = ["pending", "confirmed", "in_queue", "picked_up"];

/** Somebody to pick up: a customer, or a guest, who is known by the booking alone. */
export interface ChosenCustomer {
  /** the id of the account, or of the guest's booking */
  id: string;
  /** the account's or the booking's */
  code: string;
  name: string;
  email: string | null;
  phone: string | null;
  who: { user_id: string } | { booking_id: string };
  /** the booking that goes on: without one nobody knows where they live */
  booking: FoundBooking | undefined;
}

/** Everybody whom a search found, guests by their latest booking that goes on. */
export function foundPeople({ customers, bookings }: Found): ChosenCustomer[] {
  const current = bookings.filter(({ status }) => CURRENT.includes(status));
  const guests = current.filter(
    (one, at) =>
      one.user_id === null &&
      current.findIndex(({ user_id, email }) => user_id === null && email === one.email) === at,
  );
  return [
    ...customers.map(({ id, customer_id, name, email, phone }) => ({
      id,
      code: customer_id,
      name,
      email,
      phone,
      who: { user_id: id },
      booking: current.find(({ user_id }) => user_id === id),
    })),
    ...guests.map((booking) => ({
      id: booking.id,
      code: booking.code,
      name: booking.name,
      email: booking.email,
      phone: booking.phone,
      who: { booking_id: booking.id },
      booking,
    })),
  ];
}

/** Whether a pickup is planned already: it is moved, and none is added. */
export function isPlanned({ booking }: ChosenCustomer): boolean {
  return booking !== undefined && booking.status !== "picked_up" && booking.pickup_date !== null;
}
