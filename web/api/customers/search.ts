import { command, type Rest, rest } from "@api/client";
import type { Found } from "@api/commands.types";

export const searchKeys = {
  all: ["search"] as const,
  of: (text: string, limit: number) => ["search", text, limit] as const,
};

/** Customers, bookings and invoices by whatever somebody says of themselves. Staff only. */
export function find(text: string, limit = 8, via: Rest = rest()): Promise<Found> {
  return command("find", { text, limit }, via);
}
