import { command, type Rest, rest } from "@api/client";
import type { CustomerFile } from "@api/commands.types";

export type { CustomerFile, HistoryLine } from "@api/commands.types";
export type FiledBooking = CustomerFile["bookings"][number];
export type FiledStatement = NonNullable<CustomerFile["statement"]>;

export const customerFileKeys = { of: (userId: string) => ["customer-file", userId] as const };

/** One customer whole; that it was looked at stands in the audit log. Admins and executives. */
export function customerFile(userId: string, via: Rest = rest()): Promise<CustomerFile> {
  return command("customer_file", { user_id: userId }, via);
}

/** Those of these bookings that may have been made twice. Staff only. */
export function possibleDuplicates(ids: string[], via: Rest = rest()): Promise<string[]> {
  return command("possible_duplicates", { ids }, via);
}
