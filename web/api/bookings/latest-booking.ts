import { dataOf, rest } from "@api/client";
import type { Row } from "@api/database.types";

/** Read a customer's latest booking; null without any. */
export async function latestBooking(userId: string): Promise<Row<"bookings"> | null> {
  const latest = rest().from("bookings").select("*").eq("user_id", userId);
  return (await dataOf(latest.order("created_at", { ascending: false }).limit(1)))[0] ?? null;
}
