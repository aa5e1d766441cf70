import { toApiError } from "@api/errors";
import {
  changeQueueEntry,
  orderPickups,
  type PickupDay,
  type PickupStatus,
  pickupKeys,
  type Stop,
  setPickupStatus,
} from "@api/pickups";
import { PHONE } from "@lib/media";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ExternalToast, toast } from "sonner";
import { beforeDone, moved, orderOf, stopKey, withNumber, withStatus } from "./pickup-line";
import { lineNow, ORDER_FAILURE, STATUS_FAILURE, STATUS_WORDS } from "./pickup-words";
import { CHANGING } from "./use-pickup-day";

interface Change {
  send: () => Promise<void>;
  /** How the day looks when it succeeds, shown at once. */
  apply: (day: PickupDay) => PickupDay;
  done: { title: string; description: string; undo?: () => void };
  failure: string;
  /** What to add to a stale screen's refusal, when the server's words are too many. */
  stale?: (now: PickupDay | undefined) => string;
}

export type PickupChanges = ReturnType<typeof usePickupChanges>;

/**
 * The crew's verbs on one day. Each shows at once and is sent after the one before it; when it is
 * refused the screen goes back to what is true, and says so.
 */
export function usePickupChanges(campusId: number, day: string) {
  const queries = useQueryClient();
  const queryKey = pickupKeys.day(campusId, day);
  const now = () => queries.getQueryData<PickupDay>(queryKey);

  const mutation = useMutation({
    mutationKey: CHANGING,
    scope: { id: CHANGING.join() },
    networkMode: "always",
    mutationFn: ({ send }: Change & { before: PickupDay | undefined }) => send(),
    onSuccess: (_, { done }) => {
      toast.success(done.title, {
        ...placed(),
        description: done.description,
        ...(done.undo ? { action: { label: "Undo", onClick: done.undo } } : {}),
      });
    },
    onError: async (error, { before, failure, stale }) => {
      if (before) queries.setQueryData(queryKey, before);
      await queries.refetchQueries({ queryKey });
      const { status, message } = toApiError(error);
      const told = status === 409 || status === 400;
      const words = stale && status === 409 ? stale(now()) : told ? message : "";
      toast.error("Update Failed", { ...placed(), description: `${failure} ${words}`.trim() });
    },
    onSettled: (_, error) => {
      const last = queries.isMutating({ mutationKey: CHANGING }) <= 1;
      return last && !error ? queries.invalidateQueries({ queryKey }) : undefined;
    },
  });

  async function run(change: Change): Promise<void> {
    // An answer already under way knows nothing of this change and would undo it on the screen.
    await queries.cancelQueries({ queryKey });
    const before = now();
    if (before) queries.setQueryData(queryKey, change.apply(before));
    mutation.mutate({ ...change, before });
  }

  function mark(stop: Stop, status: PickupStatus, items?: number): Promise<void> {
    const named = stop.queue_id ? { queue_id: stop.queue_id } : { pickup_id: stop.pickup_id ?? "" };
    return run({
      send: () =>
        setPickupStatus({
          ...named,
          status,
          seen: stop.pickup_status,
          ...(items === undefined ? {} : { items }),
        }),
      apply: (shown) => withStatus(shown, stopKey(stop), status, items ?? null),
      done: {
        title: "Status Updated",
        description: `Pickup marked as ${STATUS_WORDS[status]}`,
        ...(status === "scheduled" ? {} : { undo: () => takeBack(stop.booking_id) }),
      },
      failure: STATUS_FAILURE,
    });
  }

  /** One step back for the stop of a booking, as it stands by now. */
  function takeBack(bookingId: string | null): void {
    const shown = now();
    const is = (one: Stop) => one.booking_id === bookingId;
    const done = shown?.done.find(is);
    if (done) void mark(done, beforeDone(done));
    const waiting = shown?.waiting.find(is);
    if (waiting?.pickup_status === "in_progress") void mark(waiting, "scheduled");
  }

  /** Draws a stop of the line that is on the screen to another's place. */
  function arrange(shown: readonly Stop[], from: number, to: number): Promise<void> {
    const line = moved(shown, from, to);
    return run({
      send: () => orderPickups(campusId, day, orderOf(line), orderOf(shown)),
      apply: (known) => ({ ...known, waiting: line }),
      done: { title: "Route Updated", description: "Pickup queue position updated" },
      failure: ORDER_FAILURE,
      stale: (known) => `Somebody changed this line a moment ago. ${lineNow(known?.waiting ?? [])}`,
    });
  }

  function number(stop: Stop, typed: number): Promise<void> {
    return run({
      send: () => changeQueueEntry(stop, day, { queue_position: typed }),
      apply: (shown) => withNumber(shown, stop.queue_id ?? "", typed),
      done: { title: "Route Updated", description: "Pickup queue position updated" },
      failure: ORDER_FAILURE,
    });
  }

  function ready(stop: Stop, is_ready: boolean): Promise<void> {
    return run({
      send: () => changeQueueEntry(stop, day, { is_ready }),
      apply: (shown) => ({
        ...shown,
        waiting: shown.waiting.map((one) =>
          one.queue_id === stop.queue_id ? { ...one, is_ready } : one,
        ),
      }),
      done: {
        title: "Status Updated",
        description: `Pickup marked as ${is_ready ? "ready" : "not ready"}`,
      },
      failure: STATUS_FAILURE,
    });
  }

  return { mark, takeBack, arrange, number, ready };
}

/** On phones the next action is at the foot of the screen: nothing may cover it. */
function placed(): ExternalToast {
  return window.matchMedia(PHONE).matches ? { position: "top-center" } : {};
}
