import type { Booking } from "@api/bookings/booking";
import type { BookingSums, ExportedBooking } from "@api/bookings/lists";
import {
  customerName,
  deliveryOf,
  emailOf,
  phoneOf,
  pickupAddress,
  statusLabel,
} from "@api/bookings/words";
import { bookingCode } from "@lib/format/booking-code";
import { campusMinute } from "@lib/format/campus-time";
import { type CsvColumn, csvText } from "@lib/format/csv";
import { plainDollars } from "@lib/format/money";
import { startOf } from "@lib/site/pickup-windows";

/** The columns of the executives' file, as specified. */
function columns(utcOffset: string | undefined): CsvColumn<ExportedBooking>[] {
  return [
    { header: "Full Name", cell: customerName },
    { header: "Email", cell: (row) => (row.email || row.guest_email ? emailOf(row) : "") },
    { header: "Phone", cell: (row) => (row.phone || row.guest_phone ? phoneOf(row) : "") },
    { header: "University", cell: (row) => row.campus?.university },
    { header: "Campus", cell: (row) => row.campus?.campus },
    { header: "Pickup Address", cell: pickupAddress },
    { header: "Pickup Date", cell: (row) => row.pickup_date },
    { header: "Pickup Time", cell: (row) => row.pickup_time },
    {
      header: "Supply Kit Requested",
      cell: (row) => (row.supply_kit_delivery_date ? "Yes" : "No"),
    },
    { header: "Delivery Option", cell: (row) => (row.delivery_option ? deliveryOf(row) : "") },
    { header: "Expected Delivery Date", cell: (row) => row.return_delivery_date },
    { header: "Status", cell: (row) => statusLabel(row.status) },
    { header: "Created At", cell: (row) => campusMinute(row.created_at, utcOffset) },
  ];
}

/** What the office's file has after them; amounts in dollars, as a spreadsheet adds them. */
function officeColumns(sums: ReadonlyMap<string, BookingSums>): CsvColumn<ExportedBooking>[] {
  return [
    { header: "Booking", cell: (row) => bookingCode(row.id) },
    { header: "Customer ID", cell: (row) => row.user?.customer_id },
    { header: "Invoiced", cell: (row) => plainDollars(sums.get(row.id)?.invoiced_cents ?? 0) },
    { header: "Owed", cell: (row) => plainDollars(sums.get(row.id)?.owed_cents ?? 0) },
  ];
}

/** The file's text: every row, days as YYYY-MM-DD, moments in campus time. `sums`: the office's. */
export function bookingsCsv(
  rows: readonly ExportedBooking[],
  utcOffset: string | undefined,
  sums: ReadonlyMap<string, BookingSums> | null,
): string {
  return csvText([...columns(utcOffset), ...(sums ? officeColumns(sums) : [])], rows);
}

const RETURNS: readonly CsvColumn<Booking>[] = [
  { header: "Booking", cell: (row) => bookingCode(row.id) },
  { header: "Customer", cell: customerName },
  { header: "Phone", cell: (row) => (row.phone || row.guest_phone ? phoneOf(row) : "") },
  { header: "Campus", cell: (row) => row.campus?.campus },
  { header: "Return Date", cell: (row) => row.return_delivery_date },
  { header: "Return Window", cell: (row) => row.return_delivery_time },
  { header: "Return Address", cell: (row) => row.delivery_address },
  { header: "Status", cell: (row) => statusLabel(row.status) },
];

/** The returns of some days, by day and window, as a planning sheet. */
export function returnsCsv(rows: readonly Booking[]): string {
  const when = (row: Booking) =>
    `${row.return_delivery_date} ${startOf(row.return_delivery_time) ?? "24:00"} ${row.delivery_address}`;
  return csvText(
    RETURNS,
    rows.toSorted((one, other) => (when(one) < when(other) ? -1 : 1)),
  );
}

/** "bookings_2027-05-01.csv" */
export function fileName(today: string, what: "bookings" | "returns" = "bookings"): string {
  return `${what}_${today}.csv`;
}
