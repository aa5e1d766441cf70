import type { RecordedEvents, Stop } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { type PickupDay, type PickupStatus, pickupKeys } from "@api/pickups/pickups";
import { REASON_WORDS } from "@features/crew/pickups/dates/case-words";
import { lineNow } from "@features/crew/pickups/day/pickup-words";
import { notSentWords } from "@features/office/not-sent";
import { newId } from "@lib/browser/new-id";
import { createLane, type Sender } from "@lib/offline/lane";
import type { Entry } from "@lib/offline/outbox-store";
import { toast } from "@lib/toast";
import {
  type Change,
  doneWords,
  failureWords,
  type KeptChange,
  nameOf,
  sendChange,
} from "./pickup-change";
import { beforeDone, stopKey } from "./pickup-line";

/** The server knows a drag or a number again for a week; an event it knows by its id for good. */
const LONGEST_MS = 6 * 24 * 60 * 60 * 1000;

const KINDS = { scheduled: "waiting", in_progress: "on_way", completed: "completed" } as const;

/** The line that a change belongs to. */
export type Line = Pick<KeptChange, "campusId" | "day">;

const dayOf = (line: Line) => pickupKeys.day(line.campusId, line.day);

/** The unsent changes of pickup days. */
export const pickupLane = createLane<KeptChange, RecordedEvents | undefined>({
  name: "pickups",
  send: async ([entry]) => entry && (await sendChange(entry.id, entry.work)),
  failureOf: toApiError,
  isStale: ({ at, work }) => isForgotten(at, work, Date.now()),
  readAgain: ({ queries }, stored) => {
    const days = new Map(stored.map(({ work }) => [dayOf(work).join(), dayOf(work)]));
    return Promise.all(
      [...days.values()].map((queryKey) =>
        queries.refetchQueries({ queryKey }, { throwOnError: true }),
      ),
    );
  },
  onStored: (sender, batch, answer) => {
    for (const { work } of batch) tellStored(sender, work, answer);
  },
  onRefused: tellRefused,
});

/** Whether the server may have forgotten the key of a change: sent again, it could happen twice. */
export function isForgotten(at: number, { change }: KeptChange, now: number): boolean {
  return change.verb !== "mark" && now - at >= LONGEST_MS;
}

/** Draws a change, keeps it on this device and sends it after those before it. */
export function record(sender: Sender, line: Line, change: Change): void {
  const id = change.verb === "mark" ? change.event.id : newId();
  void pickupLane.record(sender, { id, work: { ...line, change } });
}

/** Marks a stop; the second tap of a hasty thumb, before the first is drawn, is none. */
export function mark(
  sender: Sender,
  { campusId, day }: Line,
  stop: Stop,
  status: PickupStatus,
  count: object = {},
): void {
  const event = {
    id: newId(),
    kind: KINDS[status],
    at: new Date().toISOString(),
    day,
    stop_id: stop.queue_id,
    pickup_id: stop.pickup_id,
    booking_id: stop.booking_id,
    user_id: stop.user_id,
    seen: stop.pickup_status,
    ...count,
  };
  const key = stopKey(stop);
  const tapped = pickupLane.entries(sender.userId).some((entry) => {
    const { change } = entry.work;
    return (
      change.verb === "mark" &&
      change.stop === key &&
      change.status === status &&
      change.event.seen === event.seen &&
      !pickupLane.isRefused(entry)
    );
  });
  if (tapped) return;
  record(
    sender,
    { campusId, day },
    { verb: "mark", stop: key, name: stop.full_name, status, event },
  );
}

function tellStored(sender: Sender, work: KeptChange, answer: RecordedEvents | undefined): void {
  const { change } = work;
  if (answer && change.verb === "mark" && hadNoEffect(answer, change)) return;
  // Taking back a count voids an invoice: the list of what is done asks first.
  const undo =
    change.verb === "mark" && change.status !== "scheduled" && change.event.items == null;
  const { title, description } = doneWords(change);
  toast.success(title, {
    description,
    ...(undo ? { action: { label: "Undo", onClick: () => takeBack(sender, work) } } : {}),
  });
}

/** What was recorded at a stop is sent again; a refused drag or number goes back to what is true. */
function tellRefused(
  sender: Sender,
  { id, work }: Entry<KeptChange>,
  error: unknown,
): "drop" | "keep" {
  const { status, message } = toApiError(error);
  if (status === 401) {
    const description = notSentWords(id, error);
    toast.error("Update Failed", { id: "pickups-signed-out", description });
    return "keep";
  }
  const read = sender.queries.refetchQueries({ queryKey: dayOf(work) });
  const shownDay = () => sender.queries.getQueryData<PickupDay>(dayOf(work));
  const failed = () => failureWords(work.change, nameOf(work.change, shownDay()));
  if (work.change.verb === "mark") {
    toast.error("Update Failed", {
      id: `pickups-kept-${id}`,
      description: `${failed()} ${notSentWords(id, error)}`,
    });
    return "keep";
  }
  const stale = work.change.verb === "arrange" && status === 409;
  void read.then(() => {
    const words = stale
      ? `Somebody changed this line a moment ago. ${lineNow(shownDay()?.waiting ?? [])}`
      : status === 409 || status === 400
        ? message
        : "";
    toast.error("Update Failed", { description: `${failed()} ${words}`.trim() });
  });
  return "drop";
}

/** One step back for the stop of a change, as it stands by now. */
function takeBack(sender: Sender, work: KeptChange): void {
  const { change } = work;
  if (change.verb !== "mark") return;
  const shown = sender.queries.getQueryData<PickupDay>(dayOf(work));
  const whose = change.event.booking_id ?? change.event.user_id;
  const is = (one: Stop) => (one.booking_id ?? one.user_id) === whose;
  const done = shown?.done.find(is);
  if (done) mark(sender, work, done, beforeDone(done));
  const waiting = shown?.waiting.find(is);
  if (waiting?.pickup_status === "in_progress") mark(sender, work, waiting, "scheduled");
}

/** Whether an event changed nothing or waits for a person; says so. */
function hadNoEffect(answer: RecordedEvents, change: Extract<Change, { verb: "mark" }>): boolean {
  const waits = answer.needs_person.find(({ id }) => id === change.event.id);
  if (waits) {
    toast.warning("Needs a person", {
      description: `${change.name}: ${REASON_WORDS[waits.reason]} What you recorded is kept; the office decides.`,
    });
    return true;
  }
  const unchanged = answer.unchanged.find(({ id }) => id === change.event.id);
  if (!unchanged) return false;
  toast.error("Update Failed", {
    description: `${failureWords(change, change.name)} ${unchanged.reason}`,
  });
  return true;
}
