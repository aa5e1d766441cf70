import type { Stop } from "@api/commands.types";
import type { PickupStatus, Signature } from "@api/pickups/pickups";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { mark, pickupLane, record } from "./outbox";
import type { Change } from "./pickup-change";
import { moved, orderOf } from "./pickup-line";

/** What the crew counted and who signed it. */
export interface Count {
  items?: number;
  signature?: Signature;
  note?: string;
}

export type PickupChanges = ReturnType<typeof usePickupChanges>;

/** What the crew does on one day. Each shows at once and goes out by the outbox. */
export function usePickupChanges(userId: string, campusId: number, day: string) {
  const queries = useQueryClient();
  const sender = { queries, userId };
  const line = { campusId, day };

  // What a reload or a closed page left unsent goes out now.
  useEffect(() => void pickupLane.resume({ queries, userId }), [queries, userId]);

  const run = (change: Change) => record(sender, line, change);
  return {
    mark: (stop: Stop, status: PickupStatus, count: Count = {}) =>
      mark(sender, line, stop, status, count),
    /** Draws a stop of the line that is on the screen to another's place. */
    arrange: (shown: readonly Stop[], from: number, to: number) =>
      run({ verb: "arrange", order: orderOf(moved(shown, from, to)), seen: orderOf(shown) }),
    number: ({ queue_id, user_id }: Stop, number: number) =>
      run({ verb: "number", stop: { queue_id, user_id }, number }),
    ready: ({ queue_id, user_id }: Stop, is_ready: boolean) =>
      run({ verb: "ready", stop: { queue_id, user_id }, is_ready }),
  };
}
