import type { Booking } from "@api/bookings";
import { dataOf, type Rest } from "@api/client";
import type { BookingStatus } from "@api/database.types";
import { searchFilters } from "@lib/search-terms";

/** Which bookings are asked for; all that are null or empty ask for everything. */
export interface BookingFilters {
  status: BookingStatus | null;
  campusId: number | null;
  /** days of pickup, both included */
  pickup: { from: string; to: string } | null;
  search: string;
}

export interface BookingOrder {
  /** columns of the server, the first one first */
  columns: readonly string[];
  descending: boolean;
}

/** A page of bookings with the number of all that match; `rows` is null past the last page. */
export interface BookingList {
  rows: Booking[] | null;
  count: number;
}

const WITH_CAMPUS = "*, campus:campuses(campus,university,country)";
/** As many as the server gives at once. */
const EXPORT_PAGE = 1000;
const SEARCHED = [
  "first_name",
  "last_name",
  "guest_first_name",
  "guest_last_name",
  "email",
  "phone",
  "guest_phone",
  "building_name",
  "address",
] as const;

function matching(via: Rest, filters: BookingFilters, count?: "exact") {
  let query = via.from("bookings").select(WITH_CAMPUS, count ? { count } : {});
  if (filters.status) query = query.eq("status", filters.status);
  if (filters.campusId) query = query.eq("campus_id", filters.campusId);
  if (filters.pickup) {
    query = query.gte("pickup_date", filters.pickup.from).lte("pickup_date", filters.pickup.to);
  }
  for (const filter of searchFilters(filters.search, SEARCHED)) query = query.or(filter);
  return query;
}

/**
 * One page of the bookings that match, sorted by the server.
 * @throws ApiError
 */
export async function executiveBookings(
  filters: BookingFilters,
  order: BookingOrder,
  page: { from: number; size: number },
  via: Rest,
): Promise<BookingList> {
  let query = matching(via, filters, "exact")
    .range(page.from, page.from + page.size - 1)
    .retry(false);
  for (const column of order.columns)
    query = query.order(column, { ascending: !order.descending, nullsFirst: false });
  const answer = await query.order("id");
  if (answer.status === 416) return { rows: null, count: 0 };
  const rows = await dataOf<Booking[]>(Promise.resolve(answer));
  return { rows, count: answer.count ?? rows.length };
}

/**
 * All bookings that match, newest first, fetched a thousand at a time. Each is met once, also where
 * bookings are made or changed meanwhile: the pages go by id and not by place.
 * @throws ApiError
 */
export async function everyBooking(filters: BookingFilters, via: Rest): Promise<Booking[]> {
  const all: Booking[] = [];
  for (;;) {
    let query = matching(via, filters).order("id").limit(EXPORT_PAGE);
    const last = all.at(-1);
    if (last) query = query.gt("id", last.id);
    const page = await dataOf<Booking[]>(query);
    all.push(...page);
    if (page.length < EXPORT_PAGE) break;
  }
  return all.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

/** One booking, or null where there is none with this id. */
export function executiveBooking(id: string, via: Rest): Promise<Booking | null> {
  return dataOf<Booking | null>(
    via.from("bookings").select(WITH_CAMPUS).eq("id", id).retry(false).maybeSingle(),
  );
}
