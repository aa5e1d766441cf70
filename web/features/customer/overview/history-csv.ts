import type { Booking } from "@api/bookings/booking";
import facts from "@facts/booking.json";
import { bookingCode } from "@lib/format/booking-code";
import { campusDayOf } from "@lib/format/campus-time";
import { type CsvColumn, csvText } from "@lib/format/csv";

/** One's own bookings as CSV, for one's own spreadsheet; dollars with two digits. */
export function historyCsv(bookings: readonly Booking[], utcOffset: string): string {
  return csvText(columns(utcOffset), bookings);
}

function columns(utcOffset: string): CsvColumn<Booking>[] {
  return [
    { header: "Booking", cell: ({ id }) => bookingCode(id) },
    { header: "Booked", cell: ({ created_at }) => campusDayOf(created_at, utcOffset) },
    { header: "Status", cell: ({ status }) => statusLabel(status) },
    { header: "University", cell: ({ campus }) => campus?.university },
    { header: "Campus", cell: ({ campus }) => campus?.campus },
    { header: "Residence", cell: ({ building_name }) => building_name },
    { header: "Address", cell: ({ address }) => address },
    { header: "Supply Kit Delivery", cell: (one) => one.supply_kit_delivery_date },
    { header: "Pickup Date", cell: ({ pickup_date }) => pickup_date },
    { header: "Pickup Time", cell: ({ pickup_time }) => pickup_time },
    { header: "Delivery Date", cell: (one) => one.return_delivery_date },
    { header: "Delivery Address", cell: ({ delivery_address }) => delivery_address },
    { header: "Replaced by", cell: (one) => one.superseded_by && bookingCode(one.superseded_by) },
    { header: "Cancellation Fee", cell: (one) => dollars(one.cancellation_fee_cents) },
  ];
}

function statusLabel(status: Booking["status"]): string {
  return facts.statuses.find(({ value }) => value === status)?.customer_label ?? status;
}

function dollars(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2);
}
