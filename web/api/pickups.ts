import { dataOf, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";
import { ApiError } from "@api/errors";
import { commandOnce, PATIENCE_MS } from "@api/once";

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
  /** who signed the count; null where nobody did */
  signed_by: string | null;
  /** since when it stands in the line, ISO 8601; done stops have none */
  since?: string;
}

export interface PickupDay {
  campus_id: number;
  /** "YYYY-MM-DD", campus-local */
  day: string;
  today: string;
  /** names this state of the day */
  version: string;
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

/** The stops of a campus and day; `known` itself where nothing has changed. Staff only. */
export async function pickupDay(
  campusId: number,
  day: string,
  known?: PickupDay,
  via: Rest = rest(),
): Promise<PickupDay> {
  const asked = { campus_id: campusId, day, ...(known ? { known: known.version } : {}) };
  const call = via.rpc("pickup_day", asked).abortSignal(AbortSignal.timeout(PATIENCE_MS));
  const answer = await (dataOf<unknown>(call) as Promise<
    PickupDay | Omit<PickupDay, "waiting" | "done">
  >);
  if ("waiting" in answer) return answer;
  if (known) return known.today === answer.today ? known : { ...known, today: answer.today };
  throw new ApiError(500, "", "The day came without its stops.");
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
    )
      .select("id")
      .abortSignal(AbortSignal.timeout(PATIENCE_MS)),
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
  /** under the count */
  signature?: Signature;
}

/** Who signed, and the pen's way as an SVG path of moves and lines on a field of 640 x 240. */
export interface Signature {
  signed_by: string;
  strokes: string;
}

/** On Way, Complete, and the way back from either; the same `key` twice is one change. */
export function setPickupStatus(
  change: StatusChange,
  key: string,
  via: Rest = rest(),
): Promise<void> {
  return commandOnce("set_pickup_status", { ...change }, key, via);
}

export interface LineOrder {
  campus_id: number;
  day: string;
  /** the ids as they should stand, and as they stood on the screen */
  order: readonly string[];
  seen: readonly string[];
}

/** Numbers a line 1..n; refused with 409 where it is not as `seen` any more. */
export function orderPickups(order: LineOrder, key: string, via: Rest = rest()): Promise<void> {
  return commandOnce("order_pickups", { ...order }, key, via);
}

/** What was signed last for a pickup; null where nothing was. */
export async function signatureOf(
  pickupId: string,
  via: Rest = rest(),
): Promise<Row<"pickup_signatures"> | null> {
  const found = await dataOf(
    via
      .from("pickup_signatures")
      .select("*")
      .eq("pickup_id", pickupId)
      .order("at", { ascending: false })
      .limit(1)
      .retry(false),
  );
  return found[0] ?? null;
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
export function changePickup(change: PickupChange, key: string, via: Rest = rest()): Promise<void> {
  return commandOnce("change_pickup", { ...change }, key, via);
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
  key: string,
  via: Rest = rest(),
): Promise<{ queue_id: string }> {
  return commandOnce("add_pickup", { ...addition }, key, via);
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
  key: string,
  via: Rest = rest(),
): Promise<void> {
  return commandOnce("answer_pickup_change", { ...answer }, key, via);
}
