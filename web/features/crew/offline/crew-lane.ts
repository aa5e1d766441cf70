import type { RecordedEvents, Stop } from "@api/commands.types";
import { ApiError, toApiError } from "@api/errors";
import { uploadFile } from "@api/files";
import { custodyKeys, recordItemEvents, takeStock } from "@api/pickups/custody";
import { type PickupDay, type PickupStatus, pickupKeys } from "@api/pickups/pickups";
import {
  countWrongCode,
  handOutLabels,
  type RunDay,
  recordStopVerb,
  runKeys,
} from "@api/pickups/runs";
import { type KeptChange, sendChange } from "@features/crew/pickups/offline/pickup-change";
import { beforeDone, stopKey } from "@features/crew/pickups/offline/pickup-line";
import { tellRefused, tellStored } from "@features/crew/pickups/offline/tell-change";
import { STATE_OF_STATUS } from "@features/crew/stop/state-words";
import { notSentWords } from "@features/office/not-sent";
import { newId } from "@lib/browser/new-id";
import { createLane, type Sender } from "@lib/offline/lane";
import type { Entry } from "@lib/offline/outbox-store";
import { toast } from "@lib/toast";
import type { Query, QueryClient } from "@tanstack/react-query";
import type { CrewWork } from "./crew-work";
import { tellCase, tellDifference, tellItemCases } from "./tell-scans";

type CrewEntry = Entry<CrewWork>;

/** The server knows a drag or a number again for a week; an event it knows by its id for good. */
const LONGEST_MS = 6 * 24 * 60 * 60 * 1000;
/** A photo that takes longer is sent again, after what was recorded meanwhile. */
const PHOTO_MS = 60_000;

/** The unsent work of crew and warehouse: at stops, in queues and with items, in one order. */
export const crewLane = createLane<CrewWork, RecordedEvents | undefined>({
  batchOf: nextBatch,
  send: sendBatch,
  failureOf: toApiError,
  isStale: ({ at, work }) => isForgotten(at, work, Date.now()),
  readAgain: ({ queries }, stored) => readDays(queries, stored),
  onStored: (sender, batch, answer) => {
    for (const { work } of batch)
      if (work.what === "pickup") tellStored(work, answer, () => takeBack(sender, work));
  },
  onRefused: (sender, { id, work }, error) => {
    const { status, passing } = toApiError(error);
    const signedOut = status === 401;
    if (work.what === "pickup" && !signedOut) return tellRefused(sender, id, work, error);
    if (work.what === "labels" && !signedOut && !passing) {
      // No item depends on it: the crew hands out other labels.
      toast.error("Labels not handed out", { description: toApiError(error).message });
      return "drop";
    }
    const words = notSentWords(id, error);
    toast.error("Update Failed", {
      id: `crew-refused-${signedOut ? "signed-out" : id}`,
      description:
        signedOut || work.what === "pickup" || !work.about ? words : `${work.about}: ${words}`,
    });
    return "keep";
  },
});

/** Whether unsent work is drawn: a refused change of a queue is not true on the screen. */
export function isDrawn(entry: CrewEntry): boolean {
  return entry.work.what !== "pickup" || !crewLane.isRefused(entry);
}

/** Whether the server may have forgotten the key of a change: sent again, it could happen twice. */
export function isForgotten(at: number, work: CrewWork, now: number): boolean {
  return work.what === "pickup" && work.change.verb !== "mark" && now - at >= LONGEST_MS;
}

/** Photos after all else; events of items that follow each other go together. */
export function nextBatch(waiting: readonly CrewEntry[], limit: number): readonly CrewEntry[] {
  const first = waiting.filter(({ work }) => work.what !== "photo");
  const end = first.findIndex(({ work }) => work.what !== "items");
  const items = (end < 0 ? first : first.slice(0, end)).slice(0, limit);
  if (items.length > 0) return items;
  return (first.length > 0 ? first : waiting).slice(0, 1);
}

async function sendBatch(batch: readonly CrewEntry[]): Promise<RecordedEvents | undefined> {
  const [entry] = batch;
  if (!entry) return;
  const { id, work } = entry;
  switch (work.what) {
    case "pickup":
      return await sendChange(id, work);
    case "items":
      return void (await sendItems(batch));
    case "stop": {
      const answer = await recordStopVerb(work.event);
      for (const { reason } of answer.needs_person) tellCase(work.about, reason);
      return;
    }
    case "photo":
      return void (await uploadFile(
        { id, body: work.body },
        work.kind,
        undefined,
        AbortSignal.timeout(PHOTO_MS),
      ));
    case "stocktake": {
      const counted = { ...work.stocktake, sent_at: new Date().toISOString() };
      return void tellDifference(id, work.about, await takeStock(counted, id));
    }
    case "labels":
      return void (await handOutLabels(work.strip));
    case "wrong-code":
      return void (await countWrongCode(work.event));
    default:
      // Another version of this page wrote it: it stays on the device.
      throw new ApiError(400, "", "This version of the page cannot send it.");
  }
}

async function sendItems(batch: readonly CrewEntry[]): Promise<void> {
  const about = new Map<string, string>();
  const events = batch.flatMap(({ work }) => {
    if (work.what !== "items") return [];
    for (const { id } of work.events) about.set(id, work.about);
    return work.events;
  });
  const answer = await recordItemEvents(events);
  const stored = new Set([...answer.stored, ...answer.already]);
  if (!events.every(({ id }) => stored.has(id)))
    throw new ApiError(500, "", "The server did not say that it keeps this.");
  tellItemCases(answer, (id) => about.get(id) ?? "");
}

/**
 * Reads the open days and those of the stored work again, and items. A refused read of one day ends
 * the wait for no other. @throws if the server cannot be reached
 */
async function readDays(queries: QueryClient, stored: readonly CrewEntry[]): Promise<void> {
  const isDay = ({ queryKey: [what, campus, day] }: Query) =>
    (what === "pickups" || what === "runs") &&
    typeof campus === "number" &&
    /^\d{4}-/.test(String(day));
  const isOther = { predicate: (query: Query) => !isDay(query) };
  const days = queries.getQueryCache().findAll({
    // Without a function: from this device, and not read by a screen yet.
    predicate: (query) =>
      isDay(query) &&
      query.options.queryFn !== undefined &&
      (query.isActive() || stored.some(({ work }) => isWorkOf(work, query))),
  });
  const reads = await Promise.allSettled([
    ...days.map(({ queryKey }) =>
      queries.refetchQueries({ queryKey, exact: true }, { throwOnError: true }),
    ),
    queries.invalidateQueries({ queryKey: pickupKeys.all, ...isOther }),
    queries.invalidateQueries({ queryKey: runKeys.all, ...isOther }),
    queries.invalidateQueries({ queryKey: custodyKeys.all }),
  ]);
  for (const read of reads)
    if (read.status === "rejected" && toApiError(read.reason).unreachable) throw read.reason;
}

/** Whether work was done on a day that this page holds, as far as it names its day or stop. */
function isWorkOf(work: CrewWork, { queryKey: [, campus, day], state }: Query): boolean {
  if (work.what === "pickup") return work.campusId === campus && work.day === day;
  const events = work.what === "items" ? work.events : work.what === "stop" ? [work.event] : [];
  const stops = stopIdsOf(state.data as PickupDay | RunDay | undefined);
  return events.some(({ stop_id }) => stop_id != null && stops.includes(stop_id));
}

function stopIdsOf(day: PickupDay | RunDay | undefined): (string | null)[] {
  if (!day) return [];
  if ("runs" in day) return day.runs.flatMap(({ stops }) => stops.map(({ id }) => id));
  return day.waiting.map(({ queue_id }) => queue_id);
}

/** One step back for the stop of a change, as it stands by now. */
function takeBack(sender: Sender, { campusId, day, change }: KeptChange): void {
  if (change.verb !== "mark") return;
  const shown = sender.queries.getQueryData<PickupDay>(pickupKeys.day(campusId, day));
  const whose = change.event.booking_id ?? change.event.user_id;
  const stop = [...(shown?.done ?? []), ...(shown?.waiting ?? [])].find(
    (one) => (one.booking_id ?? one.user_id) === whose,
  );
  if (!stop || stop.pickup_status === "scheduled") return;
  const back = stop.pickup_status === "completed" ? beforeDone(stop) : "scheduled";
  mark(sender, { campusId, day }, stop, back);
}

/** Marks a stop; the second tap of a hasty thumb, before the first is drawn, is none. */
export function mark(
  sender: Sender,
  line: Pick<KeptChange, "campusId" | "day">,
  stop: Stop,
  status: PickupStatus,
  count: object = {},
): void {
  const event = {
    id: newId(),
    kind: STATE_OF_STATUS[status],
    at: new Date().toISOString(),
    day: line.day,
    stop_id: stop.queue_id,
    pickup_id: stop.pickup_id,
    booking_id: stop.booking_id,
    user_id: stop.user_id,
    seen: stop.pickup_status,
    ...count,
  };
  const key = stopKey(stop);
  const tapped = crewLane.entries(sender.userId).some((entry) => {
    const change = entry.work.what === "pickup" ? entry.work.change : undefined;
    return (
      change?.verb === "mark" &&
      change.stop === key &&
      change.status === status &&
      change.event.seen === event.seen &&
      !crewLane.isRefused(entry)
    );
  });
  if (tapped) return;
  const change = { verb: "mark", stop: key, name: stop.full_name, status, event } as const;
  void crewLane.record(sender, { id: event.id, work: { what: "pickup", ...line, change } });
}
