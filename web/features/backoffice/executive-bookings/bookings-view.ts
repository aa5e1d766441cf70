import type { BookingStatus } from "@api/database.types";
import type { BookingFilters, BookingOrder } from "@api/executive-bookings";
import booking from "@facts/booking.json";
import campuses from "@facts/campuses.json";
import { addDays } from "@lib/dates";
import { idOf, type ParamChange, pageOf } from "@lib/url-state";

/** What executives filter by, and may set (specification, points 2 and 4). */
export const STATUSES = ["pending", "confirmed", "picked_up", "delivered", "cancelled"] as const;

/** Days of pickup to show, from today on. */
export const PERIODS = [
  { value: "today", label: "Today", days: 0 },
  { value: "7", label: "Next 7 days", days: 7 },
  { value: "30", label: "Next 30 days", days: 30 },
] as const;
export type Period = (typeof PERIODS)[number]["value"];

/** What the server sorts by, for each column that can be sorted. */
const ORDERS = {
  name: ["first_name", "last_name"],
  email: ["email"],
  pickup: ["pickup_date"],
  kit: ["supply_kit_delivery_date"],
  delivery: ["delivery_option"],
  status: ["status"],
  created: ["created_at"],
} as const;
export type SortKey = keyof typeof ORDERS;

/** What the table of bookings shows, as its address says. */
export interface BookingsView {
  /** from 1 */
  page: number;
  status: BookingStatus | null;
  period: Period | null;
  campusId: number | null;
  search: string;
  sort: SortKey;
  descending: boolean;
  /** id of the booking whose detail is open */
  booking: string | null;
}

const DEFAULT_SORT = "-created";

/** Reads `?status=pending&date=7&campus=1&q=ana&sort=-pickup&page=2&booking=…`; nonsense is absent. */
export function bookingsView(params: URLSearchParams): BookingsView {
  return {
    page: pageOf(params),
    status: STATUSES.find((value) => value === params.get("status")) ?? null,
    period: PERIODS.find(({ value }) => value === params.get("date"))?.value ?? null,
    campusId: campuses.find(({ id }) => String(id) === params.get("campus"))?.id ?? null,
    search: params.get("q")?.trim() ?? "",
    ...sortOf(params.get("sort") ?? DEFAULT_SORT),
    booking: idOf(params, "booking"),
  };
}

function sortOf(text: string): Pick<BookingsView, "sort" | "descending"> {
  const name = text.replace(/^-/, "");
  if (!Object.hasOwn(ORDERS, name)) return { sort: "created", descending: true };
  return { sort: name as SortKey, descending: name !== text };
}

/** The filters as the server takes them; null while "today" is needed and not known yet. */
export function filtersOf(view: BookingsView, today: string | undefined): BookingFilters | null {
  const { status, campusId, search } = view;
  const period = PERIODS.find(({ value }) => value === view.period);
  if (!period) return { status, campusId, search, pickup: null };
  if (!today) return null;
  return { status, campusId, search, pickup: { from: today, to: addDays(today, period.days) } };
}

/** The sorting as the server takes it. */
export function orderOf({ sort, descending }: BookingsView): BookingOrder {
  return { columns: ORDERS[sort], descending };
}

/** The change of address that sorts so. */
export function sortChange(text: string): ParamChange {
  return { sort: text === DEFAULT_SORT ? null : text, page: null };
}

/** The change that a press on a column's header makes: that column, or the other way round. */
export function headerChange(view: BookingsView, sort: SortKey): ParamChange {
  return sortChange(view.sort === sort && !view.descending ? `-${sort}` : sort);
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

/** A status in the staff's words. */
export function statusLabel(status: string): string {
  return booking.statuses.find(({ value }) => value === status)?.label ?? status;
}
