import { command, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";

/** A line of the audit log; `before` and `after` hold what changed. */
export interface HistoryLine {
  id: number;
  at: string;
  actor_id: string | null;
  actor_role: string;
  actor_name: string | null;
  action: string;
  table_name: string;
  row_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export type FiledBooking = Row<"bookings"> & {
  campus: { campus: string; university: string };
  kit_state: string | null;
  pickups: Row<"pickups">[];
  items: Row<"booking_items">[];
};

export interface CustomerFile {
  profile: Row<"users">;
  bookings: FiledBooking[];
  /** the newest first, at most 200 */
  history: HistoryLine[];
  /** null before the first booking */
  statement: FiledStatement | null;
}

/** What the account owes and why, in cents; below zero it is credit. */
export interface FiledStatement {
  balance_cents: number;
  overdue_cents: number;
  /** the earliest first */
  lines: {
    id: string;
    day: string;
    event: string;
    words: string;
    amount_cents: number;
    balance_cents: number;
    invoice_number: string | null;
  }[];
}

export const customerFileKeys = { of: (userId: string) => ["customer-file", userId] as const };

/** One customer whole; that it was looked at stands in the audit log. Admins and executives. */
export function customerFile(userId: string, via: Rest = rest()): Promise<CustomerFile> {
  return command("customer_file", { user_id: userId }, via);
}

/** Those of these bookings that may have been made twice. Staff only. */
export function possibleDuplicates(ids: readonly string[], via: Rest = rest()): Promise<string[]> {
  return command("possible_duplicates", { ids }, via);
}
