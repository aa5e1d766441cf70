import type { Booking } from "@api/bookings/booking";
import type { BulkResult } from "@api/bookings/bulk";
import { customerName } from "@api/bookings/words";
import { type CsvColumn, csvText } from "@lib/format/csv";

/** A row by the id of its booking or customer. */
export interface NamedRow {
  id: string;
  name: string;
}

/** A booking that a step for many is taken with, as its list shows it. */
export interface BulkRow extends NamedRow {
  campusId: number;
  /** "YYYY-MM-DD" */
  pickupDate: string | null;
  pickupTime: string | null;
}

export function bulkRow(booking: Booking): BulkRow {
  return {
    id: booking.id,
    name: customerName(booking),
    campusId: booking.campus_id,
    pickupDate: booking.pickup_date,
    pickupTime: booking.pickup_time,
  };
}

/** A row and what became of it. */
export interface ReportLine {
  name: string;
  result: BulkResult;
}

/** What became of each row, by the name that it had in the list. */
export function reportLines(
  rows: readonly NamedRow[],
  results: readonly BulkResult[],
): ReportLine[] {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return results.map((result) => ({ name: names.get(result.id) ?? "", result }));
}

const STATES: Record<BulkResult["state"], string> = {
  done: "Done",
  unchanged: "Nothing to do",
  refused: "Not done",
};

const COLUMNS: readonly CsvColumn<ReportLine>[] = [
  { header: "Name", cell: ({ name }) => name },
  { header: "Result", cell: ({ result }) => STATES[result.state] },
  { header: "Reason", cell: ({ result }) => result.words },
];

/** The report as a file. */
export function reportCsv(lines: readonly ReportLine[]): string {
  return csvText(COLUMNS, lines);
}
