import type { Booking } from "@api/bookings/booking";
import { findBookings } from "@api/bookings/lists";
import { possibleDuplicates } from "@api/customers/customer-file";
import { useDataSession, useEndOfSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { PAGE_SIZE } from "@lib/lists/url-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BookingListKind } from "./booking-lists";
import { type BookingsView, filtersOf, orderOf } from "./bookings-view";
import { useBookingsKey } from "./one-booking";

/** The page of bookings that the view asks for; the page before it stays while it loads. */
export function useBookings(view: BookingsView, list: BookingListKind, today: string | undefined) {
  const { via } = useDataSession();
  const key = useBookingsKey();
  const filters = filtersOf(view, list, today);
  const order = orderOf(view, list);
  const page = { from: (view.page - 1) * PAGE_SIZE, size: PAGE_SIZE };
  const query = useQuery({
    queryKey: [...key, "page", page, order, filters],
    queryFn: () => {
      if (!filters) throw new Error("the campus day is not known yet");
      return findBookings(filters, order, page, via);
    },
    enabled: filters !== null,
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
  useEndOfSession(query.error);
  return query;
}

/** The possible duplicates among these bookings; the list works without the marks too. */
export function useDuplicates(rows: readonly Booking[] | null | undefined): ReadonlySet<string> {
  const { via } = useDataSession();
  const key = useBookingsKey();
  const ids = (rows ?? []).filter(({ status }) => CURRENT.has(status)).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: [...key, "duplicates", ids],
    queryFn: async () => new Set(await possibleDuplicates(ids, via)),
    enabled: ids.length > 0,
    ...untilReachable,
  });
  return data ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
/** Only these can be a customer's second booking. */
const CURRENT: ReadonlySet<string> = new Set(["pending", "confirmed", "in_queue"]);
