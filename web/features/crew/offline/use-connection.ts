import type { Connection } from "@features/crew/offline/connection-notice";
import { clockTime } from "@features/crew/pickups/day/pickup-words";
import { isUnreachable } from "@lib/lists/list-query";
import { countKept, onOutboxChange } from "@lib/offline/outbox";
import { useSyncExternalStore } from "react";
import { crewLane } from "./crew-lane";

/** Whether the server is reached, from the read of a day, and what is kept meanwhile. */
export function useConnection(
  userId: string,
  { error, asOf }: { error: Error | null; asOf: number },
  utcOffset: string | undefined,
): Connection {
  const unsent = useSyncExternalStore(onOutboxChange, () => crewLane.entries(userId));
  const kept = useSyncExternalStore(onOutboxChange, () => countKept(unsent));
  const failing = useSyncExternalStore(onOutboxChange, crewLane.isFailing);
  return {
    lost: isUnreachable(error),
    waiting: failing || error ? kept : 0,
    asOf: asOf ? clockTime(new Date(asOf).toISOString(), utcOffset) : "",
  };
}
