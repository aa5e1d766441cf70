import type { Booking } from "@api/bookings/booking";
import { bookingKeys } from "@api/bookings/booking";
import { type StoredBooking, withCampus } from "@api/bookings/commands";
import { queueKeys } from "@api/pickups/queue";
import { slotKeys } from "@api/pickups/slots";
import { useQueryClient } from "@tanstack/react-query";
import { ownBookingsKey } from "./own-bookings";

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
      for (const queryKey of [bookingKeys.all, queueKeys.all, slotKeys.all, ["places-left"]]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  };
}
