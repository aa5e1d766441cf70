import { command, dataOf, type Rest, rest } from "@api/client";
import type { ExpectedArrival } from "@api/commands.types";
import type { Row } from "@api/database.types";

export type QueuePlace = Pick<Row<"pickup_queue">, "queue_position" | "is_ready">;

/** How often a customer's place is asked for, in milliseconds. */
export const QUEUE_POLL_MS = 5_000;

export const queueKeys = {
  all: ["queue"] as const,
  place: (userId: string, date: string) => ["queue", "place", userId, date] as const,
  expected: (userId: string, date: string) => ["queue", "expected", userId, date] as const,
};

/** A customer's place on a day, or null when not in the queue. */
export function queuePlace(
  userId: string,
  date: string,
  via: Rest = rest(),
): Promise<QueuePlace | null> {
  return dataOf(
    via
      .from("pickup_queue")
      .select("queue_position, is_ready")
      .eq("user_id", userId)
      .eq("pickup_date", date)
      .maybeSingle(),
  );
}

/** When the crew comes today, from the day's real pace. */
export function expectedArrival(via: Rest = rest()): Promise<ExpectedArrival> {
  return command("expected_arrival", {}, via);
}
