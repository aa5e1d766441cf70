import { command, dataOf, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";
import { ApiError } from "@api/errors";

export type PickupStatus = Row<"pickups">["status"];

/** One stop of a day: whose it is, where, when, and how far. */
export interface Stop {
  /** its place in the line; null once it is done */
  queue_id: string | null;
  queue_position: number | null;
  is_ready: boolean | null;
  /** its record; null while nothing was done yet */
  pickup_id: string | null;
  pickup_status: PickupStatus;
  started_at: string | null;
  completed_at: string | null;
  items_counted: number | null;
  booking_id: string | null;
  user_id: string | null;
  full_name: string;
  customer_id: string | null;
  pickup_time: string | null;
  building_name: string | null;
  address: string | null;
  residence_type: string | null;
  phone: string | null;
  has_flight: boolean | null;
  flight_time: string | null;
  additional_comments: string | null;
  booking_status: string | null;
  pickup_date: string | null;
  /** since when it stands in the line, ISO 8601; done stops have none */
  since?: string;
}

export interface PickupDay {
  campus_id: number;
  /** "YYYY-MM-DD", campus-local */
  day: string;
  today: string;
  /** in the order of the line */
  waiting: Stop[];
  /** the latest first */
  done: Stop[];
}

export type ChangeReason = "customer" | "crew" | "weather" | "building" | "other";

export const pickupKeys = {
  all: ["pickups"] as const,
  day: (campusId: number, day: string) => ["pickups", campusId, day] as const,
  wishes: (campusId: number) => ["pickups", campusId, "wishes"] as const,
};

/** How often a crew's open day is asked for: a change is on the other's screen within 2 s. */
export const PICKUP_POLL_MS = 1_500;

/** The stops of a campus and day. Staff only. */
export function pickupDay(campusId: number, day: string, via: Rest = rest()): Promise<PickupDay> {
  return command("pickup_day", { campus_id: campusId, day }, via);
}

/**
 * Writes a place in the line as a row: the number as it was typed, any integer, or whether the
 * customer stands ready. An account's stop is named by its user and day, a guest's by its id.
 * @throws ApiError with status 409 when the stop is not in that line any more.
 */
export async function changeQueueEntry(
  stop: Pick<Stop, "queue_id" | "user_id">,
  day: string,
  change: Partial<Pick<Row<"pickup_queue">, "queue_position" | "is_ready">>,
  via: Rest = rest(),
): Promise<void> {
  const rows = via.from("pickup_queue").update(change);
  const changed = await dataOf(
    (stop.user_id
      ? rows.eq("user_id", stop.user_id).eq("pickup_date", day)
      : rows.eq("id", stop.queue_id ?? "")
    ).select("id"),
  );
  if (changed.length > 0) return;
  throw new ApiError(
    409,
    "PT409",
    "This stop is not in the line any more: it was completed, moved or cancelled.",
  );
}

export interface StatusChange {
  status: PickupStatus;
  /** the stop by its place in line, or by its record */
  queue_id?: string;
  pickup_id?: string;
  /** the status on the screen: another one by now is refused with 409, saying what is true */
  seen?: PickupStatus;
  /** the crew's count */
  items?: number;
}

/** On Way, Complete, and the way back from either. */
export function setPickupStatus(change: StatusChange, via: Rest = rest()): Promise<void> {
  return command("set_pickup_status", { ...change }, via);
}

/** Numbers a line 1..n; refused with 409 where it is not as `seen` any more. */
export function orderPickups(
  campusId: number,
  day: string,
  order: readonly string[],
  seen: readonly string[],
  via: Rest = rest(),
): Promise<void> {
  return command("order_pickups", { campus_id: campusId, day, order, seen }, via);
}

export interface PickupChange {
  booking_id: string;
  pickup_date: string;
  pickup_time: string;
  reason: ChangeReason;
  note?: string;
  seen_date?: string;
  seen_time?: string;
}

/** Another day and window; a full one is refused with 409 and the nearest free ones in `hint`. */
export function changePickup(change: PickupChange, via: Rest = rest()): Promise<void> {
  return command("change_pickup", { ...change }, via);
}

export interface PickupAddition {
  user_id: string;
  pickup_date: string;
  pickup_time: string;
  reason: ChangeReason;
  note?: string;
  campus_id?: number;
  /** executives only */
  over_capacity?: boolean;
}

/** Puts a customer at the end of a day's line. */
export function addPickup(
  addition: PickupAddition,
  via: Rest = rest(),
): Promise<{ queue_id: string }> {
  return command("add_pickup", { ...addition }, via);
}

const WISH =
  "id, booking_id, at, was_date, was_time, is_date, is_time, note, notice_minutes, " +
  "booking:bookings!inner(first_name, last_name, pickup_date, pickup_time, campus_id)";

/** What a customer asked for and nobody has answered yet. */
export interface DateWish
  extends Pick<
    Row<"date_changes">,
    | "id"
    | "booking_id"
    | "at"
    | "was_date"
    | "was_time"
    | "is_date"
    | "is_time"
    | "note"
    | "notice_minutes"
  > {
  booking: Pick<
    Row<"bookings">,
    "first_name" | "last_name" | "pickup_date" | "pickup_time" | "campus_id"
  >;
}

/** The wishes for another pickup at a campus, the oldest first. Staff only. */
export function dateWishes(campusId: number, via: Rest = rest()): Promise<DateWish[]> {
  return dataOf<unknown>(
    via
      .from("date_changes")
      .select(WISH)
      .eq("state", "asked")
      .eq("field", "pickup_date")
      .eq("booking.campus_id", campusId)
      .order("at")
      .limit(50)
      .retry(false),
  ) as Promise<DateWish[]>;
}

/** Grants or refuses a wish; 409 when it was answered or withdrawn, or its window is full. */
export function answerWish(
  answer: { change_id: string; accept: boolean; note?: string },
  via: Rest = rest(),
): Promise<void> {
  return command("answer_pickup_change", { ...answer }, via);
}
