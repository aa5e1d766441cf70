import type { Booking } from "@api/bookings/booking";
import { bookingById } from "@api/bookings/lists";
import { useDataSession, useEndOfSession } from "@features/backoffice/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

/** Key of all bookings read with the session around: invalidate it after a change. */
export function useBookingsKey(): readonly string[] {
  return [...useDataSession().cacheKey, "bookings"];
}

/** One booking; null when there is none with this id that one may see. */
export function useBooking(id: string | null, known: Booking | undefined) {
  const { via } = useDataSession();
  const key = useBookingsKey();
  const query = useQuery({
    queryKey: [...key, "one", id],
    queryFn: () => bookingById(id ?? "", via),
    enabled: id !== null,
    ...(known ? { placeholderData: known } : {}),
    ...untilReachable,
  });
  useEndOfSession(query.error);
  return query;
}
