import { type Arguments, dataOf, type Rest, type Result, readCommand, rest } from "@api/client";
import type {
  AddedPickup,
  CasesForPerson,
  DayOfPickups,
  KeptEvent,
  RecordedEvents,
  Stop,
} from "@api/commands.types";
import type { Row } from "@api/database.types";
import { ApiError } from "@api/errors";
import { commandOnce, PATIENCE_MS } from "@api/once";

export type PickupStatus = Row<"pickups">["status"];

/** A day with its stops: an answer that leaves them out is put together with the one before. */
export type PickupDay = Required<DayOfPickups>;
export type ChangeReason = Arguments<"change_pickup">["reason"];

export const pickupKeys = {
  all: ["pickups"] as const,
  day: (campusId: number, day: string) => ["pickups", campusId, day] as const,
  needsPerson: ["pickups", "needs-person"] as const,
  events: (pickupId: string) => ["pickups", "events", pickupId] as const,
  wishes: (campusId: number) => ["pickups", campusId, "wishes"] as const,
  wish: (id: string) => ["pickups", "wish", id] as const,
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
  const answer = (await dataOf<unknown>(call)) as DayOfPickups;
  const { waiting, done, failed } = answer;
  if (waiting && done && failed) return { ...answer, waiting, done, failed };
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

/** What a crew recorded at a stop; `id` is made here, and `at` is by this device's clock. */
export type PickupEvent = Arguments<"record_pickup_events">["events"][number];
/** Who signed, and the pen's way as an SVG path of moves and lines on a field of 640 x 240. */
export type Signature = NonNullable<PickupEvent["signature"]>;

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

/** Records of pickups that wait for a decision, or one of them; and those decided last. */
export const needsPerson = (id?: string): Promise<CasesForPerson> =>
  readCommand("needs_person", id ? { id } : {});

/** Accepts what was recorded at the door or keeps what stands; 409 where it is decided already. */
export function settleCase(
  given: Arguments<"settle_case">,
  key: string,
  via: Rest = rest(),
): Promise<void> {
  return commandOnce("settle_case", { ...given }, key, via);
}

/** All that was recorded for a pickup, in the order in which it happened. */
export function pickupEvents(pickupId: string, via: Rest = rest()): Promise<KeptEvent[]> {
  return readCommand("pickup_events", { pickup_id: pickupId }, via);
}

/** Numbers a line 1..n; refused with 409 where it is not as `seen` any more. */
export function orderPickups(
  order: Arguments<"order_pickups">,
  key: string,
  via: Rest = rest(),
): Promise<void> {
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
      .limit(1),
  );
  return found[0] ?? null;
}

/** Another day and window; a full one is refused with 409 and the nearest free ones in `hint`. */
export function changePickup(
  change: Arguments<"change_pickup">,
  key: string,
  via: Rest = rest(),
): Promise<Result<"change_pickup">> {
  return commandOnce("change_pickup", { ...change }, key, via);
}

/** Puts a customer at the end of a day's line. */
export function addPickup(
  addition: Arguments<"add_pickup">,
  key: string,
  via: Rest = rest(),
): Promise<AddedPickup> {
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

const askedWishes = (via: Rest) =>
  via.from("date_changes").select(WISH).eq("state", "asked").eq("field", "pickup_date");

/** The wishes for another pickup at a campus, the oldest first. Staff only. */
export function dateWishes(campusId: number, via: Rest = rest()): Promise<DateWish[]> {
  const wishes = askedWishes(via).eq("booking.campus_id", campusId).order("at").limit(50);
  return dataOf<unknown>(wishes) as Promise<DateWish[]>;
}

/** A wish that is not answered yet. Staff only. */
export async function dateWish(id: string, via: Rest = rest()): Promise<DateWish | undefined> {
  return ((await dataOf<unknown>(askedWishes(via).eq("id", id))) as DateWish[])[0];
}

/** Grants or refuses a wish; 409 when it was answered or withdrawn, or its window is full. */
export async function answerWish(
  answer: Arguments<"answer_pickup_change">,
  key: string,
  via: Rest = rest(),
): Promise<void> {
  await commandOnce("answer_pickup_change", { ...answer }, key, via);
}
