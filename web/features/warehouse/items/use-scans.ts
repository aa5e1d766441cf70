import type { CountedShelf } from "@api/pickups/custody";
import { crewLane } from "@features/crew/offline/crew-lane";
import { type NewItemEvent, recordItems, takeBackItems } from "@features/crew/offline/record-items";
import { scanProblems, stockDifferences } from "@features/crew/offline/tell-scans";
import { newId } from "@lib/browser/new-id";
import { onOutboxChange, stateOf } from "@lib/offline/outbox";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";

/** What was scanned on this device and is not acknowledged, and the way to record more. */
export function useScans(userId: string) {
  const queries = useQueryClient();
  const sender = { queries, userId };
  const entries = useSyncExternalStore(onOutboxChange, () => crewLane.entries(userId));
  const differences = useSyncExternalStore(onOutboxChange, stockDifferences);
  const problems = useSyncExternalStore(onOutboxChange, scanProblems);
  const unsent = useMemo(
    () => entries.flatMap(({ work }) => (work.what === "items" ? work.events : [])),
    [entries],
  );
  // What a reload or a closed page left unsent goes out now.
  useEffect(() => void crewLane.resume({ queries, userId }), [queries, userId]);
  return {
    unsent,
    /** Why scans of this page moved no item, by their ids. */
    problems,
    /** What stocktakes came to, by their ids. */
    differences,
    /** Whether a scan or count is on the disk, by its id. */
    stateOf,
    /** Returns the id of the count. */
    count: (about: string, stocktake: CountedShelf) => {
      const id = newId();
      void crewLane.record(sender, { id, work: { what: "stocktake", about, stocktake } });
      return id;
    },
    /** Returns the id of the event. */
    record: (about: string, event: NewItemEvent, photo?: Blob) =>
      recordItems(sender, about, [event], photo),
    takeBack: (about: string, id: string, stopId?: string) =>
      takeBackItems(sender, about, id, stopId),
  };
}
