import { type Booking, bookingKeys } from "@api/bookings";
import { dataOf, rest } from "@api/client";
import { possibleDuplicates } from "@api/customer-file";
import { ApiError } from "@api/errors";
import { untilReachable } from "@lib/list-query";
import { searchFilters } from "@lib/search-terms";
import { PAGE_SIZE } from "@lib/url-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BookingsView, SortKey } from "./bookings-view";

const WITH_CAMPUS = "*, campus:campuses(campus,university,country)";

const SEARCHED = [
  "first_name",
  "last_name",
  "guest_first_name",
  "guest_last_name",
  "email",
  "guest_email",
] as const;

/** What the server sorts by, for each column of the list. */
const ORDERS: Record<SortKey, readonly string[]> = {
  customer: ["first_name", "last_name"],
  email: ["email"],
  campus: ["campus(campus)"],
  pickup: ["pickup_date"],
  status: ["status"],
  type: ["user_id"],
  created: ["created_at"],
};

/** A page of bookings with the number of all that match; `rows` is null past the last page. */
export interface BookingList {
  rows: Booking[] | null;
  count: number;
}

type ListedBy = Omit<BookingsView, "booking">;

async function fetchBookings(view: ListedBy): Promise<BookingList> {
  const from = (view.page - 1) * PAGE_SIZE;
  let query = rest()
    .from("bookings")
    .select(WITH_CAMPUS, { count: "exact" })
    .range(from, from + PAGE_SIZE - 1)
    .retry(false);
  if (view.status) query = query.eq("status", view.status);
  if (view.campusId) query = query.eq("campus_id", view.campusId);
  for (const filter of searchFilters(view.search, SEARCHED)) query = query.or(filter);
  // Guests have no account: rising by type they come first, everywhere else blanks come last.
  const nullsFirst = view.sort === "type" && !view.descending;
  for (const column of ORDERS[view.sort])
    query = query.order(column, { ascending: !view.descending, nullsFirst });
  const answer = await query.order("id");
  if (answer.status === 416) return { rows: null, count: 0 };
  const rows = await dataOf<Booking[]>(Promise.resolve(answer));
  return { rows, count: answer.count ?? rows.length };
}

/** The page of bookings that the view asks for; the page before it stays while it loads. */
export function useBookings({ booking: _open, ...listed }: BookingsView) {
  return useQuery({
    queryKey: bookingKeys.page(listed),
    queryFn: () => fetchBookings(listed),
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
}

/** One booking; null when there is none with this id that one may see. */
export function useBooking(id: string | null, known: Booking | undefined) {
  return useQuery({
    queryKey: [...bookingKeys.all, "one", id],
    queryFn: () =>
      dataOf<Booking | null>(
        rest()
          .from("bookings")
          .select(WITH_CAMPUS)
          .eq("id", id ?? "")
          .retry(false)
          .maybeSingle(),
      ),
    enabled: id !== null,
    ...(known ? { placeholderData: known } : {}),
    ...untilReachable,
  });
}

/** Those of these bookings that may have been made twice; the list stands without the marks too. */
export function useDuplicates(rows: readonly Booking[] | null | undefined): ReadonlySet<string> {
  const ids = (rows ?? []).filter(({ status }) => CURRENT.has(status)).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: [...bookingKeys.all, "duplicates", ids],
    queryFn: async () => new Set(await possibleDuplicates(ids)),
    enabled: ids.length > 0,
    ...untilReachable,
  });
  return data ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
/** Only these can be somebody's second one. */
const CURRENT: ReadonlySet<string> = new Set(["pending", "confirmed", "in_queue"]);

/** A failed fetch in the words of the product (specification, point 8). */
export function bookingsFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return "An unexpected error occurred";
  if (error.status === 401) return "Authentication required";
  return `Failed to fetch bookings: ${error.message}`;
}
