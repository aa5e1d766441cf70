import type { Booking } from "@api/bookings/booking";
import { bookingById } from "@api/bookings/lists";
import { useDataSession, useEndOfSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { queryOptions, useQuery } from "@tanstack/react-query";

/** Key of all bookings read with the session around: invalidate it after a change. */
export function useBookingsKey(): readonly string[] {
  return [...useDataSession().cacheKey, "bookings"];
}

/** How one booking is read, before what shows it is opened too. */
export function useBookingRead(id: string | null) {
  const { via } = useDataSession();
  return queryOptions({
    queryKey: [...useBookingsKey(), "one", id],
    queryFn: () => bookingById(id ?? "", via),
    enabled: id !== null,
    ...untilReachable,
  });
}

/** One booking; null when there is none with this id that one may see. */
export function useBooking(id: string | null, known: Booking | undefined) {
  const query = useQuery({
    ...useBookingRead(id),
    ...(known ? { placeholderData: known } : {}),
  });
  useEndOfSession(query.error);
  return query;
}
