import type { BookingFilters, BookingOrder } from "@api/bookings/lists";
import type { BookingStatus } from "@api/database.types";
import { idOf, type ParamChange, pageOf } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { type BookingColumn, CREATED, RETURN_COLUMNS } from "./booking-columns";
import { allColumns, type BookingListKind, sortColumns } from "./booking-lists";
import { type DayChoice, dayChoice, daysOf } from "./day-choice";

/** What a list of bookings shows, as its address says. */
export interface BookingsView {
  /** from 1 */
  page: number;
  status: BookingStatus | null;
  /** days of pickup, as the address says them */
  pickup: DayChoice | null;
  /** days of return */
  returns: DayChoice | null;
  campusId: number | null;
  /** what was typed into the search */
  search: string;
  /** id of the column that the list is sorted by */
  sort: string;
  descending: boolean;
  /** id of the booking whose detail is open */
  booking: string | null;
  /** ids of the columns shown, in order; null for the list's own */
  columns: readonly string[] | null;
}

/** Newest first. */
const DEFAULT_SORT = `-${CREATED.id}`;

/**
 * Reads `?status=pending&date=7&return=2027-08-31..2027-09-03&campus=1&q=ana&sort=-pickup&page=2&cols=customer,pickup&booking=…`;
 * nonsense is absent.
 */
export function bookingsView(params: URLSearchParams, list: BookingListKind): BookingsView {
  const status = list.statuses.find(({ value }) => value === params.get("status"))?.value;
  const columns = allColumns(list).map(({ id }) => id);
  const requestedIds = params.get("cols")?.split(",") ?? [];
  const visibleIds = columns.filter((id) => requestedIds.includes(id));
  return {
    page: pageOf(params),
    status: (status as BookingStatus | undefined) ?? null,
    pickup: dayChoice(params.get("date")),
    returns: dayChoice(params.get("return")),
    campusId: campuses.find(({ id }) => String(id) === params.get("campus"))?.id ?? null,
    search: params.get("q")?.trim() ?? "",
    ...sortOf(params.get("sort") ?? DEFAULT_SORT, list),
    booking: idOf(params, "booking"),
    columns: visibleIds.length > 0 ? visibleIds : null,
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
  const pickup = daysOf(view.pickup, today);
  const returns = daysOf(view.returns, today);
  if (pickup === undefined || returns === undefined) return null;
  return { status, campusId, search, searched: list.search.columns, pickup, returns };
}

/** The columns shown: those of the address, else the list's own, or those of a list of returns. */
export function columnsOf(view: BookingsView, list: BookingListKind): readonly BookingColumn[] {
  const { columns } = view;
  if (!columns) return view.returns && list.acts ? RETURN_COLUMNS : list.columns;
  // Chosen columns show at every screen width.
  return allColumns(list)
    .filter(({ id }) => columns.includes(id))
    .map((column) => ({ ...column, desk: false }));
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

/** What a saved view keeps of the address: filters, order and columns, not the page. */
export function viewQuery(params: URLSearchParams): string {
  const savedNames = ["status", "date", "return", "campus", "q", "sort", "cols"];
  const query = new URLSearchParams([...params].filter(([name]) => savedNames.includes(name)));
  query.sort();
  return String(query);
}

/** Whether the list is narrowed down. */
export function isFiltered(view: BookingsView): boolean {
  const { status, pickup, returns, campusId, search } = view;
  return [status, pickup, returns, campusId].some((one) => one !== null) || search !== "";
}

/** The change that shows everything again, sorted as it is. */
export const NO_FILTERS: ParamChange = {
  status: null,
  date: null,
  return: null,
  campus: null,
  q: null,
  page: null,
};
