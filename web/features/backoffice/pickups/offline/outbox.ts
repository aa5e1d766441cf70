import type { RecordedEvents, Stop } from "@api/commands.types";
import { ApiError, toApiError } from "@api/errors";
import { type PickupDay, type PickupStatus, pickupKeys } from "@api/pickups/pickups";
import { REASON_WORDS } from "@features/backoffice/pickups/dates/case-words";
import { lineNow } from "@features/backoffice/pickups/day/pickup-words";
import { newId } from "@lib/browser/new-id";
import { isUnreachable } from "@lib/lists/list-query";
import { againAfter, isAnothersTurn } from "@lib/offline/send-again";
import { inMemoryOnly, unsentChanged } from "@lib/offline/unsent-work";
import type { MutationOptions, QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { forget, keep, keptChanges } from "./kept-changes";
import {
  type Change,
  doneWords,
  failureWords,
  type KeptChange,
  nameOf,
  sendChange,
} from "./pickup-change";
import { beforeDone, stopKey } from "./pickup-line";

/** Names every change of a day that is on its way to the server. */
export const CHANGING = ["pickups", "changing"] as const;
/** How often in a row a change was refused, by its key. */
const refusals = new Map<string, number>();

const KINDS = { scheduled: "waiting", in_progress: "on_way", completed: "completed" } as const;

/** Whose work it is, and the page's queries that show it. */
export interface Outbox {
  queries: QueryClient;
  userId: string;
}

/** The line that a change belongs to. */
export type Line = Pick<KeptChange, "campusId" | "day">;

const dayOf = (line: Line) => pickupKeys.day(line.campusId, line.day);

/** The changes that the server has not answered, as far as this page is sending them. */
function underWay({ queries }: Outbox): KeptChange[] {
  return queries
    .getMutationCache()
    .findAll({ mutationKey: CHANGING, status: "pending" })
    .map(({ state }) => state.variables as KeptChange);
}

/** Sends what a reload, a closed page or another page of the application left unsent. */
export function sendKept(outbox: Outbox): void {
  const known = new Set(underWay(outbox).map(({ key }) => key));
  for (const kept of keptChanges(outbox.userId, Date.now())) {
    if (!known.has(kept.key)) send(outbox, kept);
  }
}

/** Keeps a change on this device, draws it and sends it after those before it. */
export function record(outbox: Outbox, line: Line, change: Change): void {
  const key = change.verb === "mark" ? change.event.id : newId();
  const kept = { key, at: Date.now(), ...line, change };
  if (!keep(outbox.userId, kept)) {
    inMemoryOnly(key, true);
    toast.error("No room on this device", {
      id: "pickups-no-room",
      description:
        "This change is kept in memory only. Keep this page open until it is sent, or free some storage.",
    });
  }
  unsentChanged();
  send(outbox, kept);
}

/** Marks a stop; the second tap of a hasty thumb, before the first is drawn, is none. */
export function mark(
  outbox: Outbox,
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
  const tapped = underWay(outbox).some(
    ({ change }) =>
      change.verb === "mark" &&
      change.stop === key &&
      change.status === status &&
      change.event.seen === event.seen,
  );
  if (tapped) return;
  record(
    outbox,
    { campusId, day },
    { verb: "mark", stop: key, name: stop.full_name, status, event },
  );
}

/**
 * Again and again while the server cannot be reached; the server knows one that comes twice. What
 * was recorded at a stop is forgotten here only once the server has acknowledged it; a drag or a
 * number that is refused goes back to what is true.
 */
function send(outbox: Outbox, kept: KeptChange): void {
  const options: MutationOptions<RecordedEvents | undefined, Error, KeptChange> = {
    mutationKey: CHANGING,
    scope: { id: CHANGING.join() },
    networkMode: "always",
    retry: (_, error) => isUnreachable(error),
    retryDelay: (failures, error) => againAfter(failures, toApiError(error)),
    mutationFn: async (one) => {
      if (isAnothersTurn(outbox.userId)) throw new ApiError(401, "", "Somebody else is signed in.");
      return sendChange(one);
    },
    onSuccess: (answer) => acknowledged(outbox, kept, answer),
    onError: (error) => refused(outbox, kept, error),
  };
  const mutation = outbox.queries.getMutationCache().build(outbox.queries, options);
  // What failed is told by `refused`.
  mutation.execute(kept).catch(() => undefined);
}

function forgotten({ userId }: Outbox, { key }: KeptChange): void {
  forget(userId, key);
  refusals.delete(key);
  inMemoryOnly(key, false);
  unsentChanged();
}

async function acknowledged(
  outbox: Outbox,
  kept: KeptChange,
  answer: RecordedEvents | undefined,
): Promise<void> {
  forgotten(outbox, kept);
  // The change stays drawn until an answer that was asked for after it is there.
  await outbox.queries.refetchQueries({ queryKey: dayOf(kept) });
  const { change } = kept;
  if (answer && change.verb === "mark" && hadNoEffect(answer, change)) return;
  // Taking back a count voids an invoice: the list of what is done asks first.
  const undo =
    change.verb === "mark" && change.status !== "scheduled" && change.event.items == null;
  const { title, description } = doneWords(change);
  toast.success(title, {
    description,
    ...(undo ? { action: { label: "Undo", onClick: () => takeBack(outbox, kept) } } : {}),
  });
}

async function refused(outbox: Outbox, kept: KeptChange, error: Error): Promise<void> {
  if (isAnothersTurn(outbox.userId)) return;
  const told = toApiError(error);
  const { status, message } = told;
  if (status === 401) {
    toast.error("Update Failed", {
      id: "pickups-signed-out",
      description: "You are signed out. Your changes are kept here: sign in to send them.",
    });
    return;
  }
  await outbox.queries.refetchQueries({ queryKey: dayOf(kept) });
  const shown = outbox.queries.getQueryData<PickupDay>(dayOf(kept));
  const failed = failureWords(kept.change, nameOf(kept.change, shown));
  if (kept.change.verb === "mark") {
    toast.error("Update Failed", {
      id: `pickups-kept-${kept.key}`,
      description: `${failed} ${message} It is kept on this device and sent again.`,
    });
    const before = refusals.get(kept.key) ?? 0;
    refusals.set(kept.key, before + 1);
    window.setTimeout(() => send(outbox, kept), againAfter(before, told));
    return;
  }
  forgotten(outbox, kept);
  const stale = kept.change.verb === "arrange" && status === 409;
  const words = stale
    ? `Somebody changed this line a moment ago. ${lineNow(shown?.waiting ?? [])}`
    : status === 409 || status === 400
      ? message
      : "";
  toast.error("Update Failed", { description: `${failed} ${words}`.trim() });
}

/** One step back for the stop of a change, as it stands by now. */
function takeBack(outbox: Outbox, kept: KeptChange): void {
  const { change } = kept;
  if (change.verb !== "mark") return;
  const shown = outbox.queries.getQueryData<PickupDay>(dayOf(kept));
  const whose = change.event.booking_id ?? change.event.user_id;
  const is = (one: Stop) => (one.booking_id ?? one.user_id) === whose;
  const done = shown?.done.find(is);
  if (done) mark(outbox, kept, done, beforeDone(done));
  const waiting = shown?.waiting.find(is);
  if (waiting?.pickup_status === "in_progress") mark(outbox, kept, waiting, "scheduled");
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
