import type { BookingFilters, BookingOrder } from "@api/bookings/lists";
import type { BookingStatus } from "@api/database.types";
import campuses from "@facts/campuses.json";
import { addDays } from "@lib/format/dates";
import { idOf, type ParamChange, pageOf } from "@lib/lists/url-state";
import { CREATED } from "./booking-columns";
import { type BookingListKind, sortColumns } from "./booking-lists";

/** Days of pickup to show, from today on. */
export const PERIODS = [
  { value: "today", label: "Today", days: 0 },
  { value: "7", label: "Next 7 days", days: 7 },
  { value: "30", label: "Next 30 days", days: 30 },
] as const;
type Period = (typeof PERIODS)[number]["value"];

/** What a list of bookings shows, as its address says. */
export interface BookingsView {
  /** from 1 */
  page: number;
  status: BookingStatus | null;
  period: Period | null;
  campusId: number | null;
  /** what was typed into the search */
  search: string;
  /** id of the column that the list is sorted by */
  sort: string;
  descending: boolean;
  /** id of the booking whose detail is open */
  booking: string | null;
}

/** Newest first. */
const DEFAULT_SORT = `-${CREATED.id}`;

/** Reads `?status=pending&date=7&campus=1&q=ana&sort=-pickup&page=2&booking=…`; nonsense is absent. */
export function bookingsView(params: URLSearchParams, list: BookingListKind): BookingsView {
  const status = list.statuses.find(({ value }) => value === params.get("status"))?.value;
  const period = PERIODS.find(({ value }) => value === params.get("date"))?.value;
  return {
    page: pageOf(params),
    status: (status as BookingStatus | undefined) ?? null,
    period: (list.periods && period) || null,
    campusId: campuses.find(({ id }) => String(id) === params.get("campus"))?.id ?? null,
    search: params.get("q")?.trim() ?? "",
    ...sortOf(params.get("sort") ?? DEFAULT_SORT, list),
    booking: idOf(params, "booking"),
  };
}

function sortOf(text: string, list: BookingListKind): Pick<BookingsView, "sort" | "descending"> {
  const sort = text.replace(/^-/, "");
  if (!sortColumns(list).some(({ id }) => id === sort))
    return { sort: CREATED.id, descending: true };
  return { sort, descending: sort !== text };
}

/** The filters as the server takes them; null while "today" is needed and not known yet. */
export function filtersOf(
  view: BookingsView,
  list: BookingListKind,
  today: string | undefined,
): BookingFilters | null {
  const { status, campusId, search } = view;
  const filters = { status, campusId, search, searched: list.search.columns };
  const period = PERIODS.find(({ value }) => value === view.period);
  if (!period) return { ...filters, pickup: null };
  if (!today) return null;
  return { ...filters, pickup: { from: today, to: addDays(today, period.days) } };
}

/** The sorting as the server takes it. */
export function orderOf({ sort, descending }: BookingsView, list: BookingListKind): BookingOrder {
  const column = sortColumns(list).find(({ id }) => id === sort);
  return { descending, ...(column?.sort ?? CREATED.sort) };
}

/** The change of address that sorts so: "pickup", or "-pickup" for the falling order. */
export function sortChange(text: string): ParamChange {
  return { sort: text === DEFAULT_SORT ? null : text, page: null };
}

/** Whether the list is narrowed down. */
export function isFiltered({ status, period, campusId, search }: BookingsView): boolean {
  return status !== null || period !== null || campusId !== null || search !== "";
}

/** The change that shows everything again, sorted as it is. */
export const NO_FILTERS: ParamChange = {
  status: null,
  date: null,
  campus: null,
  q: null,
  page: null,
};
