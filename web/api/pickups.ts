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
  needsPerson: ["pickups", "needs-person"] as const,
  events: (pickupId: string) => ["pickups", "events", pickupId] as const,
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

/** Who signed, and the pen's way as an SVG path of moves and lines on a field of 640 x 240. */
export interface Signature {
  signed_by: string;
  strokes: string;
}

/** What a crew recorded at a stop; `id` is made here, and `at` is by this device's clock. */
export interface PickupEvent {
  id: string;
  kind: "waiting" | "on_way" | "completed";
  at: string;
  /** "YYYY-MM-DD", the day of the stop's line */
  day: string;
  stop_id: string | null;
  pickup_id: string | null;
  booking_id: string | null;
  user_id: string | null;
  seen: PickupStatus;
  items?: number;
  signature?: Signature;
  note?: string;
}

/** What became of events: those in `stored` and `already` are the server's from now on. */
export interface RecordedEvents {
  stored: string[];
  already: string[];
  needs_person: { id: string; reason: CaseReason }[];
  unchanged: { id: string; reason: string }[];
}

/**
 * Hands an event over. The server keeps it whatever became of the stop, once for its id; how far
 * this device's clock is off goes along.
 */
export function recordPickupEvent(event: PickupEvent, via: Rest = rest()): Promise<RecordedEvents> {
  const given = { sent_at: new Date().toISOString(), events: [event] };
  const call = via.rpc("record_pickup_events", given);
  return dataOf<unknown>(
    call.abortSignal(AbortSignal.timeout(PATIENCE_MS)),
  ) as Promise<RecordedEvents>;
}

export type CaseReason =
  | "other_count"
  | "taken_back"
  | "cancelled"
  | "moved"
  | "ended"
  | "gone"
  | "refused";

/** An event as it is kept, with its three times, ISO 8601. */
export interface KeptEvent {
  id: string;
  kind: PickupEvent["kind"] | "counted";
  /** when it happened: the device's time put right */
  at: string;
  device_at: string | null;
  received_at: string;
  clock_offset_ms: number;
  items_counted: number | null;
  signed_by: string | null;
  strokes: string | null;
  note: string | null;
  actor_role: string;
  actor_name: string | null;
}

/** An event that did not fit its stop, and what a person decided about it. */
export interface CustodyCase {
  id: string;
  reason: CaseReason;
  state: "open" | "settled";
  decision: "accept" | "keep" | null;
  words: string | null;
  created_at: string;
  settled_at: string | null;
  settled_by: string | null;
  day: string;
  campus_id: number | null;
  booking_id: string | null;
  booking_status: string | null;
  pickup_date: string | null;
  full_name: string;
  customer_id: string | null;
  event: KeptEvent;
  record: Pick<Row<"pickups">, "status" | "items_counted" | "completed_at"> & {
    signed_by: string | null;
  };
}

export interface NeedsPerson {
  open: CustodyCase[];
  settled: CustodyCase[];
}

/** What waits for a person's decision: all for the office, a worker's own for a worker. */
export function needsPerson(via: Rest = rest()): Promise<NeedsPerson> {
  const call = via.rpc("needs_person", {}).abortSignal(AbortSignal.timeout(PATIENCE_MS));
  return dataOf<unknown>(call) as Promise<NeedsPerson>;
}

/** Accepts what was recorded at the door or keeps what stands; 409 where it is decided already. */
export function settleCase(
  given: { id: string; decision: "accept" | "keep"; words?: string },
  key: string,
  via: Rest = rest(),
): Promise<void> {
  return commandOnce("settle_case", { ...given }, key, via);
}

/** All that was recorded for a pickup, in the order in which it happened. */
export function pickupEvents(pickupId: string, via: Rest = rest()): Promise<KeptEvent[]> {
  return dataOf<unknown>(via.rpc("pickup_events", { pickup_id: pickupId }).retry(false)) as Promise<
    KeptEvent[]
  >;
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
