import { toApiError } from "@api/errors";
import {
  type PickupDay,
  type PickupStatus,
  pickupKeys,
  type Signature,
  type StatusChange,
  type Stop,
} from "@api/pickups";
import { isUnreachable } from "@lib/list-query";
import { PHONE } from "@lib/media";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { type ExternalToast, toast } from "sonner";
import { forget, keep, keptChanges } from "./kept-changes";
import { type Change, doneWords, failureWords, type KeptChange, sendChange } from "./pickup-change";
import { beforeDone, moved, orderOf, stopKey } from "./pickup-line";
import { lineNow } from "./pickup-words";

/** Names every change of a day on this screen. */
export const CHANGING = ["pickups", "changing"] as const;
const FIRST_RETRY_MS = 1_000;
const RETRY_MS = 3_000;

/** What the crew counted and who signed it. */
export interface Count {
  items?: number;
  signature?: Signature;
}

export type PickupChanges = ReturnType<typeof usePickupChanges>;

/**
 * The crew's verbs on one day. Each shows at once, is kept on this device, and is sent after the
 * one before it, again and again while the server cannot be reached; the server knows one that
 * comes twice. When it is refused the screen goes back to what is true, and says so.
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
    onSuccess: async (_, kept) => {
      forget(userId, kept.key);
      // The change stays drawn until an answer that was asked for after it is there.
      await queries.refetchQueries({ queryKey: dayOf(kept) });
      const { change } = kept;
      const undo = change.verb === "mark" && change.given.status !== "scheduled";
      const { title, description } = doneWords(change);
      toast.success(title, {
        ...placed(),
        description,
        ...(undo ? { action: { label: "Undo", onClick: () => takeBack(kept) } } : {}),
      });
    },
    onError: async (error, kept) => {
      const { status, message } = toApiError(error);
      if (status === 401) {
        toast.error("Update Failed", {
          ...placed(),
          id: "pickups-signed-out",
          description: "You are signed out. Your changes are kept here: sign in to send them.",
        });
        return;
      }
      forget(userId, kept.key);
      await queries.refetchQueries({ queryKey: dayOf(kept) });
      const told = status === 409 || status === 400;
      const stale = kept.change.verb === "arrange" && status === 409;
      const waiting = known(dayOf(kept))?.waiting ?? [];
      const words = stale
        ? `Somebody changed this line a moment ago. ${lineNow(waiting)}`
        : told
          ? message
          : "";
      toast.error("Update Failed", {
        ...placed(),
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
    const kept = { key: crypto.randomUUID(), at: Date.now(), ...on, change };
    keep(userId, kept);
    mutate(kept);
  }

  function mark(stop: Stop, status: PickupStatus, count: Count = {}, on = { campusId, day }): void {
    const named = stop.queue_id ? { queue_id: stop.queue_id } : { pickup_id: stop.pickup_id ?? "" };
    const given = { ...named, status, seen: stop.pickup_status, ...count };
    const name = stopKey(stop);
    // The second tap of a hasty thumb, before the first is drawn.
    const tapped = underWay().some(
      ({ change }) => change.verb === "mark" && change.stop === name && isSame(change.given, given),
    );
    if (!tapped) run({ verb: "mark", stop: name, booking_id: stop.booking_id, given }, on);
  }

  /** One step back for the stop of a change, as it stands by now. */
  function takeBack(kept: KeptChange): void {
    const shown = known(dayOf(kept));
    const is = (one: Stop) =>
      kept.change.verb === "mark" && one.booking_id === kept.change.booking_id;
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

/** On phones the next action is at the foot of the screen: nothing may cover it. */
function placed(): ExternalToast {
  return window.matchMedia(PHONE).matches ? { position: "top-center" } : {};
}

function isSame(one: StatusChange, other: StatusChange): boolean {
  return one.status === other.status && one.seen === other.seen;
}
