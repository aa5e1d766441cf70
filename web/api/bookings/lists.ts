import type { Booking } from "@api/bookings/booking";
import { command, dataOf, type Rest, type Result } from "@api/client";
import { find } from "@api/customers/search";
import type { BookingStatus } from "@api/database.types";
import { byWordsFirst, isCode, type Search, WORDS } from "@lib/lists/search-terms";

/** Which bookings are wanted; what is null or empty leaves nothing out. */
export interface BookingFilters {
  status: BookingStatus | null;
  campusId: number | null;
  /** days of pickup, both included; null is an open end */
  pickup: { from: string | null; to: string | null } | null;
  /** days of return; who has none yet is left out */
  returns: { from: string | null; to: string | null } | null;
  search: string;
  /** The columns that the search looks into. */
  searched: readonly string[];
}

export interface BookingOrder {
  /** columns of the server, the first one first */
  by: readonly string[];
  descending: boolean;
  /** Rows without a value come last, unless this is set and the order rises. */
  blanksFirst?: boolean;
}

/** A page of bookings with the number of all that match; `rows` is null past the last page. */
export interface BookingList {
  rows: Booking[] | null;
  count: number;
}

const WITH_CAMPUS = "*, campus:campuses(campus,university,country)";
/** As many as the server gives at once. */
const EXPORT_PAGE = 1000;
/** Bookings that one phone number or code may stand for. */
const MOST_OF_CODE = 50;

/** What `ask` finds: a phone number or code is looked up, words are looked for. */
async function searched<Found extends { count: number }>(
  via: Rest,
  { search, searched: columns }: BookingFilters,
  ask: (search: Search, from: number) => Promise<Found>,
  from = 0,
): Promise<Found> {
  if (!isCode(search)) return byWordsFirst(search, columns, ask, from);
  const { bookings } = await find(search, MOST_OF_CODE, via);
  return ask({ words: null, filters: [`id.in.(${bookings.map(({ id }) => id).join(",")})`] }, from);
}

/** A booking as a file has it, with the code of its account. */
export type ExportedBooking = Booking & { user?: { customer_id: string | null } | null };
export type BookingSums = Result<"booking_sums">[number];
const WITH_ACCOUNT = `${WITH_CAMPUS}, user:users(customer_id)`;

function matching(
  via: Rest,
  filters: BookingFilters,
  search: Search,
  { count, columns = WITH_CAMPUS }: { count?: "exact"; columns?: string } = {},
) {
  let query = via.from("bookings").select(columns as typeof WITH_CAMPUS, count ? { count } : {});
  if (filters.status) query = query.eq("status", filters.status);
  if (filters.campusId) query = query.eq("campus_id", filters.campusId);
  for (const [column, days] of [
    ["pickup_date", filters.pickup],
    ["return_delivery_date", filters.returns],
  ] as const) {
    if (days?.from) query = query.gte(column, days.from);
    if (days?.to) query = query.lte(column, days.to);
  }
  if (search.words) query = query.filter("words", WORDS, search.words);
  for (const filter of search.filters) query = query.or(filter);
  return query;
}

/**
 * One page of the bookings that match, sorted by the server.
 * @throws ApiError
 */
export async function findBookings(
  filters: BookingFilters,
  { by, descending, blanksFirst = false }: BookingOrder,
  page: { from: number; size: number },
  via: Rest,
): Promise<BookingList> {
  const nullsFirst = blanksFirst && !descending;
  async function ask(search: Search, from: number): Promise<BookingList> {
    let query = matching(via, filters, search, { count: "exact" }).range(
      from,
      from + page.size - 1,
    );
    for (const column of by) query = query.order(column, { ascending: !descending, nullsFirst });
    const answer = await query.order("id");
    if (answer.status === 416) return { rows: null, count: 0 };
    const rows = await dataOf<Booking[]>(Promise.resolve(answer));
    return { rows, count: answer.count ?? rows.length };
  }
  return searched(via, filters, ask, page.from);
}

/**
 * All bookings that match, newest first, fetched a thousand at a time. Each is met once, also where
 * bookings are made or changed meanwhile: the pages go by id and not by place.
 * @throws ApiError
 */
export async function everyBooking(filters: BookingFilters, via: Rest): Promise<ExportedBooking[]> {
  async function ask(search: Search) {
    const rows: ExportedBooking[] = [];
    for (;;) {
      let query = matching(via, filters, search, { columns: WITH_ACCOUNT })
        .order("id")
        .limit(EXPORT_PAGE);
      const last = rows.at(-1);
      if (last) query = query.gt("id", last.id);
      const page = await dataOf<ExportedBooking[]>(query);
      rows.push(...page);
      if (page.length < EXPORT_PAGE) return { rows, count: rows.length };
    }
  }
  const { rows } = await searched(via, filters, ask);
  return rows.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

/** What was invoiced and is owed, by the booking's id; none without an invoice. The office only. */
export async function bookingSums(
  bookings: readonly Booking[],
  via: Rest,
): Promise<ReadonlyMap<string, BookingSums>> {
  const found = new Map<string, BookingSums>();
  for (let at = 0; at < bookings.length; at += EXPORT_PAGE) {
    const ids = bookings.slice(at, at + EXPORT_PAGE).map(({ id }) => id);
    for (const one of await command("booking_sums", { ids }, via)) found.set(one.booking_id, one);
  }
  return found;
}

/** One booking, or null where there is none with this id that one may see. */
export function bookingById(id: string, via: Rest): Promise<Booking | null> {
  return dataOf<Booking | null>(
    via.from("bookings").select(WITH_CAMPUS).eq("id", id).maybeSingle(),
  );
}
