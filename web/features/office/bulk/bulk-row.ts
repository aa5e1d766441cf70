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
  /** the same for all bookings of one person, such as their email or phone */
  person?: string;
  campusId: number;
  /** "YYYY-MM-DD" */
  pickupDate: string | null;
  pickupTime: string | null;
}

export function bulkRow(booking: Booking): BulkRow {
  return {
    id: booking.id,
    name: customerName(booking),
    person: booking.email ?? booking.id,
    campusId: booking.campus_id,
    pickupDate: booking.pickup_date,
    pickupTime: booking.pickup_time,
  };
}

/** Rows that are sent at once. */
const PART = 100;

/** The rows in parts; a person's bookings are in one, so that one mail tells of all. */
export function partsOf(rows: readonly BulkRow[]): BulkRow[][] {
  const people = new Map<string, BulkRow[]>();
  for (const row of rows) {
    const person = row.person ?? row.id;
    people.set(person, [...(people.get(person) ?? []), row]);
  }
  const parts: BulkRow[][] = [[]];
  for (const theirs of people.values()) {
    const last = parts.at(-1);
    if (last && last.length + theirs.length <= PART) last.push(...theirs);
    else parts.push([...theirs]);
  }
  return parts.filter(({ length }) => length > 0);
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
