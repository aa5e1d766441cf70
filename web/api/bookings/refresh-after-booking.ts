import { bookingKeys } from "@api/bookings/booking";
import { pickupKeys } from "@api/pickups/pickups";
import { queueKeys } from "@api/pickups/queue";
import { runKeys } from "@api/pickups/runs";
import { slotKeys } from "@api/pickups/slots";
import type { QueryClient } from "@tanstack/react-query";

/** What hangs on a booking. */
const DEPENDENT_KEYS = [
  bookingKeys.all,
  queueKeys.all,
  slotKeys.all,
  pickupKeys.all,
  ["customer-file"],
  ["payments"],
  runKeys.all,
];

/** Reads again what hangs on a booking. */
export function refreshAfterBooking(queries: QueryClient): void {
  for (const queryKey of DEPENDENT_KEYS) void queries.invalidateQueries({ queryKey });
}
