import type { BookingStatus } from "@api/database.types";
import booking from "@facts/booking.json";
import campuses from "@facts/campuses.json";
import { idOf, type ParamChange, pageOf } from "@lib/url-state";

/** Columns a list of bookings can be sorted by, as the address names them. */
export const SORT_KEYS = [
  "customer",
  "email",
  "campus",
  "pickup",
  "status",
  "type",
  "created",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** What the bookings tab shows, as its address says. */
export interface BookingsView {
  /** from 1 */
  page: number;
  status: BookingStatus | null;
  campusId: number | null;
  /** what was typed into the search */
  search: string;
  sort: SortKey;
  descending: boolean;
  /** id of the booking whose detail is open */
  booking: string | null;
}

/** Newest first. */
const DEFAULT_SORT = "-created";

/** Reads `?page=2&status=pending&campus=1&q=ana&sort=-created&booking=…`; nonsense reads as absent. */
export function bookingsView(params: URLSearchParams): BookingsView {
  const sort = sortOf(params.get("sort")) ?? { sort: "created", descending: true };
  const status = booking.statuses.find(({ value }) => value === params.get("status"))?.value;
  return {
    page: pageOf(params),
    status: (status as BookingStatus | undefined) ?? null,
    campusId: campuses.find(({ id }) => String(id) === params.get("campus"))?.id ?? null,
    search: params.get("q")?.trim() ?? "",
    ...sort,
    booking: idOf(params, "booking"),
  };
}

function sortOf(text: string | null): Pick<BookingsView, "sort" | "descending"> | null {
  const descending = text?.startsWith("-") ?? false;
  const sort = SORT_KEYS.find((key) => key === (descending ? text?.slice(1) : text));
  return sort ? { sort, descending } : null;
}

/** The change of address that sorts so. */
export function sortChange(sort: SortKey, descending: boolean): ParamChange {
  const text = `${descending ? "-" : ""}${sort}`;
  return { sort: text === DEFAULT_SORT ? null : text, page: null };
}

/** The change that a press on a column's header makes: that column, or the other way round. */
export function headerChange(view: BookingsView, sort: SortKey): ParamChange {
  if (view.sort === sort) return sortChange(sort, !view.descending);
  return sortChange(sort, sort === "created" || sort === "pickup");
}

/** Whether the list is narrowed down. */
export function isFiltered(view: BookingsView): boolean {
  return view.status !== null || view.campusId !== null || view.search !== "";
}

/** The change that shows everything again, sorted as it is. */
export const NO_FILTERS: ParamChange = { status: null, campus: null, q: null, page: null };
