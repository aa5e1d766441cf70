import type { Booking } from "@api/bookings";
import { executiveBooking, executiveBookings } from "@api/executive-bookings";
import {
  asExecutive,
  useEndOfSession,
} from "@features/backoffice/executive-session/executive-data";
import { EXECUTIVE_DATA } from "@features/backoffice/executive-session/executive-session";
import { untilReachable } from "@lib/list-query";
import { PAGE_SIZE } from "@lib/url-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type BookingsView, filtersOf, orderOf } from "./bookings-view";

/** Key of the area's bookings: invalidate it after a change. */
export const EXECUTIVE_BOOKINGS = [...EXECUTIVE_DATA, "bookings"] as const;

/** The page that the view asks for; the page before it stays while it loads. */
export function useExecutiveBookings(view: BookingsView, today: string | undefined) {
  const { booking: _open, page, ...listed } = view;
  const filters = filtersOf(view, today);
  const query = useQuery({
    queryKey: [...EXECUTIVE_BOOKINGS, "page", page, listed, filters],
    queryFn: () => {
      if (!filters) throw new Error("the campus day is not known yet");
      const at = { from: (page - 1) * PAGE_SIZE, size: PAGE_SIZE };
      return executiveBookings(filters, orderOf(view), at, asExecutive());
    },
    enabled: filters !== null,
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
  useEndOfSession(query.error);
  return query;
}

/** One booking; null when there is none with this id. */
export function useExecutiveBooking(id: string | null, known: Booking | undefined) {
  const query = useQuery({
    queryKey: [...EXECUTIVE_BOOKINGS, "one", id],
    queryFn: () => executiveBooking(id ?? "", asExecutive()),
    enabled: id !== null,
    ...(known ? { placeholderData: known } : {}),
    ...untilReachable,
  });
  useEndOfSession(query.error);
  return query;
}
