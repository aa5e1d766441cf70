import type { Stop } from "@api/commands.types";
import type { PickupStatus } from "@api/pickups/pickups";
import type { StopVerb } from "@api/pickups/runs";
import { crewLane, mark } from "@features/crew/offline/crew-lane";
import { type NamedStop, recordVerb } from "@features/crew/offline/record-verb";
import type { Completion } from "@features/crew/stop/complete-form";
import { STATE_OF_STATUS } from "@features/crew/stop/state-words";
import type { PickedFile } from "@lib/forms/picked-file";
import { toast } from "@lib/toast";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Change } from "./pickup-change";
import { moved, orderOf } from "./pickup-line";

export type PickupChanges = ReturnType<typeof usePickupChanges>;

/** What the crew does on one day. Each shows at once and goes out by the outbox. */
export function usePickupChanges(userId: string, campusId: number, day: string) {
  const queries = useQueryClient();
  const sender = { queries, userId };
  const line = { campusId, day };

  // What a reload or a closed page left unsent goes out now.
  useEffect(() => void crewLane.resume({ queries, userId }), [queries, userId]);

  const run = (change: Change) =>
    void crewLane.record(sender, { work: { what: "pickup", ...line, change } });
  return {
    mark: (stop: Stop, status: PickupStatus, count: Completion = {}) =>
      mark(sender, line, stop, status, count),
    /** The crew is at the door: the customer is told, and the wait begins. */
    arrived: (stop: Stop) => {
      const at = asRunStop(stop);
      if (!at) return;
      recordVerb(sender, at, "arrived");
      toast.success("Arrived", { description: stop.full_name });
    },
    fail: (stop: Stop, failure: NonNullable<StopVerb["failure"]>, photo?: PickedFile) => {
      const at = asRunStop(stop);
      if (!at) return;
      recordVerb(sender, at, "failed", { failure }, photo);
      toast.success("Marked as failed", {
        description:
          failure.next === "again"
            ? `${stop.full_name} is the last of the line.`
            : `${stop.full_name} stays in its run.`,
      });
    },
    /** Draws a stop of the line that is on the screen to another's place. */
    arrange: (shown: readonly Stop[], from: number, to: number) =>
      run({ verb: "arrange", order: orderOf(moved(shown, from, to)), seen: orderOf(shown) }),
    number: ({ queue_id, user_id }: Stop, number: number) =>
      run({ verb: "number", stop: { queue_id, user_id }, number }),
    ready: ({ queue_id, user_id }: Stop, is_ready: boolean) =>
      run({ verb: "ready", stop: { queue_id, user_id }, is_ready }),
  };
}

/** A waiting stop as its run has it; null if it is in none. */
function asRunStop(stop: Stop): NamedStop | null {
  const { queue_id, booking_id, full_name, pickup_status, arrived_at } = stop;
  if (!queue_id) return null;
  const state = arrived_at ? "arrived" : STATE_OF_STATUS[pickup_status];
  return { id: queue_id, booking_id, full_name, state };
}
