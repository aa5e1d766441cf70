import { toApiError } from "@api/errors";
import {
  type PickupDay,
  type PickupStatus,
  pickupKeys,
  type RecordedEvents,
  type Signature,
  type Stop,
} from "@api/pickups";
import { REASON_WORDS } from "@features/backoffice/pickups/dates/case-words";
import { lineNow } from "@features/backoffice/pickups/day/pickup-words";
import { isUnreachable } from "@lib/list-query";
import { newId } from "@lib/new-id";
import { inMemoryOnly } from "@lib/unsent-work";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { toast } from "sonner";
import { forget, keep, keptChanges } from "./kept-changes";
import { type Change, doneWords, failureWords, type KeptChange, sendChange } from "./pickup-change";
import { beforeDone, moved, orderOf, stopKey } from "./pickup-line";

/** Names every change of a day on this screen. */
export const CHANGING = ["pickups", "changing"] as const;
const FIRST_RETRY_MS = 1_000;
const RETRY_MS = 3_000;
const REFUSED_RETRY_MS = 30_000;

/** What the crew counted and who signed it. */
export interface Count {
  items?: number;
  signature?: Signature;
  note?: string;
}

const KINDS = { scheduled: "waiting", in_progress: "on_way", completed: "completed" } as const;

export type PickupChanges = ReturnType<typeof usePickupChanges>;

/**
 * What the crew does on one day. Each shows at once, is kept on this device, and is sent after the
 * one before it, again and again while the server cannot be reached; the server knows one that
 * comes twice. What was recorded at a stop is forgotten here only once the server has acknowledged
 * it; a drag or a number that is refused goes back to what is true.
 */
export function usePickupChanges(userId: string, campusId: number, day: string) {
  const queries = useQueryClient();
  const dayOf = (kept: KeptChange) => pickupKeys.day(kept.campusId, kept.day);
  const known = (queryKey: readonly unknown[]) => queries.getQueryData<PickupDay>(queryKey);

  const { mutate } = useMutation({
    mutationKey: CHANGING,
    scope: { id: CHANGING.join() },
    networkMode: "always",
    retry: (_, error) => isUnreachable(error),
    retryDelay: (failures) => (failures === 0 ? FIRST_RETRY_MS : RETRY_MS),
    mutationFn: sendChange,
    onSuccess: async (answer, kept) => {
      forget(userId, kept.key);
      inMemoryOnly(kept.key, false);
      // The change stays drawn until an answer that was asked for after it is there.
      await queries.refetchQueries({ queryKey: dayOf(kept) });
      const { change } = kept;
      if (answer && change.verb === "mark" && hadNoEffect(answer, change)) return;
      const undo = change.verb === "mark" && change.status !== "scheduled";
      const { title, description } = doneWords(change);
      toast.success(title, {
        description,
        ...(undo ? { action: { label: "Undo", onClick: () => takeBack(kept) } } : {}),
      });
    },
    onError: async (error, kept) => {
      const { status, message } = toApiError(error);
      if (status === 401) {
        toast.error("Update Failed", {
          id: "pickups-signed-out",
          description: "You are signed out. Your changes are kept here: sign in to send them.",
        });
        return;
      }
      await queries.refetchQueries({ queryKey: dayOf(kept) });
      if (kept.change.verb === "mark") {
        toast.error("Update Failed", {
          id: `pickups-kept-${kept.key}`,
          description: `${failureWords(kept.change)} ${message} It is kept on this device and sent again.`,
        });
        window.setTimeout(() => mutate(kept), REFUSED_RETRY_MS);
        return;
      }
      forget(userId, kept.key);
      const refused = status === 409 || status === 400;
      const stale = kept.change.verb === "arrange" && status === 409;
      const waiting = known(dayOf(kept))?.waiting ?? [];
      const words = stale
        ? `Somebody changed this line a moment ago. ${lineNow(waiting)}`
        : refused
          ? message
          : "";
      toast.error("Update Failed", {
        description: `${failureWords(kept.change)} ${words}`.trim(),
      });
    },
  });

  const underWay = useCallback(
    () =>
      queries
        .getMutationCache()
        .findAll({ mutationKey: CHANGING, status: "pending" })
        .map(({ state }) => state.variables as KeptChange),
    [queries],
  );

  // What a reload or a closed page left unsent goes out now.
  useEffect(() => {
    const known = new Set(underWay().map(({ key }) => key));
    for (const kept of keptChanges(userId, Date.now())) if (!known.has(kept.key)) mutate(kept);
  }, [userId, underWay, mutate]);

  function run(change: Change, on = { campusId, day }): void {
    const key = change.verb === "mark" ? change.event.id : newId();
    const kept = { key, at: Date.now(), ...on, change };
    if (!keep(userId, kept)) {
      inMemoryOnly(key, true);
      toast.error("No room on this device", {
        id: "pickups-no-room",
        description:
          "This change is kept in memory only. Keep this page open until it is sent, or free some storage.",
      });
    }
    mutate(kept);
  }

  function mark(stop: Stop, status: PickupStatus, count: Count = {}, on = { campusId, day }): void {
    const event = {
      id: newId(),
      kind: KINDS[status],
      at: new Date().toISOString(),
      day: on.day,
      stop_id: stop.queue_id,
      pickup_id: stop.pickup_id,
      booking_id: stop.booking_id,
      user_id: stop.user_id,
      seen: stop.pickup_status,
      ...count,
    };
    const key = stopKey(stop);
    // The second tap of a hasty thumb, before the first is drawn.
    const tapped = underWay().some(
      ({ change }) =>
        change.verb === "mark" &&
        change.stop === key &&
        change.status === status &&
        change.event.seen === event.seen,
    );
    if (!tapped) run({ verb: "mark", stop: key, name: stop.full_name, status, event }, on);
  }

  /** One step back for the stop of a change, as it stands by now. */
  function takeBack(kept: KeptChange): void {
    const shown = known(dayOf(kept));
    const is = (one: Stop) =>
      kept.change.verb === "mark" &&
      (one.booking_id ?? one.user_id) ===
        (kept.change.event.booking_id ?? kept.change.event.user_id);
    const done = shown?.done.find(is);
    if (done) mark(done, beforeDone(done), {}, kept);
    const waiting = shown?.waiting.find(is);
    if (waiting?.pickup_status === "in_progress") mark(waiting, "scheduled", {}, kept);
  }

  return {
    mark,
    /** Draws a stop of the line that is on the screen to another's place. */
    arrange: (shown: readonly Stop[], from: number, to: number) =>
      run({ verb: "arrange", order: orderOf(moved(shown, from, to)), seen: orderOf(shown) }),
    number: ({ queue_id, user_id }: Stop, number: number) =>
      run({ verb: "number", stop: { queue_id, user_id }, number }),
    ready: ({ queue_id, user_id }: Stop, is_ready: boolean) =>
      run({ verb: "ready", stop: { queue_id, user_id }, is_ready }),
  };
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
    description: `${failureWords(change)} ${unchanged.reason}`,
  });
  return true;
}
