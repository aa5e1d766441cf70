import type { Booking } from "@api/bookings/booking";
import {
  customerName,
  deliveryOf,
  emailOf,
  phoneOf,
  pickupAddress,
  statusLabel,
} from "@api/bookings/words";
import { campusMinute } from "@lib/format/campus-time";
import { type CsvColumn, csvText } from "@lib/format/csv";

/** People open this file with sheets of their own: neither names nor order of columns change. */
function columns(utcOffset: string | undefined): CsvColumn<Booking>[] {
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

/** The file's text: every row, days as YYYY-MM-DD, moments in campus time. */
export function bookingsCsv(rows: readonly Booking[], utcOffset: string | undefined): string {
  return csvText(columns(utcOffset), rows);
}

/** "bookings_2027-05-01.csv" */
export function fileName(today: string): string {
  return `bookings_${today}.csv`;
}
