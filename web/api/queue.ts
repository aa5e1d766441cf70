import { command, dataOf, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";

export type QueueEntry = Pick<
  Row<"pickup_queue">,
  "id" | "user_id" | "booking_id" | "queue_position" | "is_ready" | "pickup_id"
>;
export type QueuePlace = Pick<Row<"pickup_queue">, "queue_position" | "is_ready">;
export type PickupStatus = Row<"pickups">["status"];

/** How often a customer's place is asked for, in milliseconds. */
export const QUEUE_POLL_MS = 5_000;

export const queueKeys = {
  all: ["queue"] as const,
  day: (date: string) => ["queue", "day", date] as const,
  place: (userId: string, date: string) => ["queue", "place", userId, date] as const,
  expected: (userId: string, date: string) => ["queue", "expected", userId, date] as const,
};

const ENTRY = "id, user_id, booking_id, queue_position, is_ready, pickup_id";

/** Everybody in the queue of a day ("YYYY-MM-DD"), in order. Staff only. */
export function queueOfDay(date: string, via: Rest = rest()): Promise<QueueEntry[]> {
  return dataOf(
    via.from("pickup_queue").select(ENTRY).eq("pickup_date", date).order("queue_position"),
  );
}

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

/** When the crew comes today, from the day's real pace; both null while it says nothing. */
export function expectedArrival(
  via: Rest = rest(),
): Promise<{ expected_at: string | null; words: string | null }> {
  return command("expected_arrival", {}, via);
}

/** Sets a customer's place on a day, or puts the customer into the queue of that day. */
export async function setQueuePlace(
  userId: string,
  date: string,
  position: number,
  via: Rest = rest(),
): Promise<void> {
  const changed = await dataOf(
    via
      .from("pickup_queue")
      .update({ queue_position: position })
      .eq("user_id", userId)
      .eq("pickup_date", date)
      .select("id"),
  );
  if (changed.length > 0) return;
  await dataOf(
    via
      .from("pickup_queue")
      .insert({ user_id: userId, pickup_date: date, queue_position: position }),
  );
}

/** Sets the pickup record of a customer and day; makes it when there is none. */
export async function setPickupStatus(
  userId: string,
  date: string,
  status: PickupStatus,
  via: Rest = rest(),
): Promise<void> {
  const changed = await dataOf(
    via
      .from("pickups")
      .update({ status })
      .eq("user_id", userId)
      .eq("pickup_date", date)
      .select("id"),
  );
  if (changed.length > 0) return;
  await dataOf(via.from("pickups").insert({ user_id: userId, pickup_date: date, status }));
}
