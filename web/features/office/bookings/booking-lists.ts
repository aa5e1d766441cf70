import { ApiError, toApiError } from "@api/errors";
import booking from "@facts/booking.json";
import { CHECK } from "@features/office/list-parts";
import {
  type BookingColumn,
  CREATED,
  EXECUTIVE_COLUMNS,
  EXECUTIVE_MORE,
  STAFF_COLUMNS,
  STAFF_MORE,
} from "./booking-columns";

/** What one kind of reader sees of the bookings, and may do with them. */
export interface BookingListKind {
  columns: readonly BookingColumn[];
  search: { label: string; columns: readonly string[] };
  /** The statuses to filter by. */
  statuses: readonly { value: string; label: string }[];
  /** Columns that may be shown too. */
  more: readonly BookingColumn[];
  /** Whether what matches can be taken along as a file. */
  exports: boolean;
  /** Whether delivery date and status are set in the dialog, without limits between statuses. */
  edits: boolean;
  /** Whether staff act on a booking from here, for its customer. */
  acts: boolean;
  /** A failed read in the product's words. */
  failure: (error: unknown) => { title: string; words?: string };
  /** Whether a failed read shows a toast too. */
  failureToast: boolean;
}

/** What executives filter by, and may set: the crew's work alone makes the other statuses. */
export const EXECUTIVE_STATUSES = [
  "pending",
  "confirmed",
  "picked_up",
  "delivered",
  "cancelled",
] as const;

/** What both lists find a booking by, whichever columns name it. */
const SEARCH = "Search name, email, phone, code or address";
const NAMES = ["first_name", "last_name", "guest_first_name", "guest_last_name", "email"];

/** /admin-dashboard: admins, the crew, and executives among them. */
export const STAFF_LIST: BookingListKind = {
  columns: STAFF_COLUMNS,
  search: { label: SEARCH, columns: [...NAMES, "guest_email"] },
  statuses: booking.statuses,
  more: STAFF_MORE,
  exports: true,
  edits: false,
  acts: true,
  failure: (error) => {
    if (!(error instanceof ApiError)) return { title: "An unexpected error occurred" };
    if (error.status === 401) return { title: "Authentication required" };
    if (error.unreachable) return { title: "Failed to fetch bookings" };
    const title = `Failed to fetch bookings: ${error.message}`;
    return error.status === 403 ? { title, words: CHECK } : { title };
  },
  failureToast: false,
};

/** /executive-dashboard: executives in their own session. */
export const EXECUTIVE_LIST: BookingListKind = {
  columns: EXECUTIVE_COLUMNS,
  search: {
    label: SEARCH,
    columns: [...NAMES, "phone", "guest_phone", "building_name", "address"],
  },
  statuses: booking.statuses.filter(({ value }) =>
    EXECUTIVE_STATUSES.some((status) => status === value),
  ),
  more: EXECUTIVE_MORE,
  exports: true,
  edits: true,
  acts: false,
  failure: (error) => {
    const { unreachable, message } = toApiError(error);
    const title = "Error fetching bookings";
    // The message beside it says why the server is out of reach.
    return unreachable ? { title } : { title, words: message };
  },
  failureToast: true,
};

/** Every column that the list can show, its own first. */
export function allColumns({ columns, more }: BookingListKind): readonly BookingColumn[] {
  return [...columns, ...more];
}

/** The columns by which a list can be sorted; its own order, newest first, comes first. */
export function sortColumns(list: BookingListKind): BookingColumn[] {
  return [CREATED, ...allColumns(list).filter(({ id, sort }) => sort && id !== CREATED.id)];
}
