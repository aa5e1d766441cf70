import type { Booking } from "@api/bookings/booking";
import { bookingKeys } from "@api/bookings/booking";
import { type StoredBooking, withCampus } from "@api/bookings/commands";
import { paymentKeys } from "@api/customers/payments";
import { queueKeys } from "@api/pickups/queue";
import { runKeys } from "@api/pickups/runs";
import { slotKeys } from "@api/pickups/slots";
import { useQueryClient } from "@tanstack/react-query";
import { ownBookingsKey } from "./own-bookings";

/** What changes with a booking: its line, its visits, its plan and the places it takes. */
const FOLLOWING = [
  bookingKeys.all,
  queueKeys.all,
  runKeys.all,
  paymentKeys.all,
  slotKeys.all,
  ["places-left"],
] as const;

/** Puts a booking as the server has it now on the screen at once, and reads the rest again. */
export function useKeptBooking() {
  const queries = useQueryClient();
  return {
    keep(stored: StoredBooking): void {
      if (!stored.user_id) return;
      queries.setQueryData<Booking[]>(ownBookingsKey(stored.user_id), (list) =>
        list?.map((one) => (one.id === stored.id ? withCampus(stored, one) : one)),
      );
    },
    readAgain(): void {
      for (const queryKey of FOLLOWING) void queries.invalidateQueries({ queryKey });
    },
  };
}
