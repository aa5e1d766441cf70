import type { CountedShelf, ItemEvent } from "@api/pickups/custody";
import { onOutboxChange, stateOf } from "@lib/offline/outbox";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  recordScan,
  recordStock,
  scanLane,
  scanProblems,
  stockDifferences,
  takeBackScan,
} from "./scan-outbox";

/** What was scanned on this device and is not acknowledged, and the way to record more. */
export function useScans(userId: string) {
  const queries = useQueryClient();
  const entries = useSyncExternalStore(onOutboxChange, () => scanLane.entries(userId));
  const keptBack = useSyncExternalStore(onOutboxChange, () => scanLane.countKeptBack(userId));
  const differences = useSyncExternalStore(onOutboxChange, stockDifferences);
  const problems = useSyncExternalStore(onOutboxChange, scanProblems);
  const unsent = useMemo(() => entries.map(({ id, work }) => ({ id, ...work })), [entries]);
  // What a reload or a closed page left unsent goes out now.
  useEffect(() => void scanLane.resume({ queries, userId }), [queries, userId]);
  return {
    unsent,
    /** How many are kept because the server cannot be reached. */
    keptBack,
    /** Why scans of this page moved no item, by their ids. */
    problems,
    /** What stocktakes came to, by their ids. */
    differences,
    /** Whether a scan or count is on the disk, by its id. */
    stateOf,
    count: (about: string, counted: CountedShelf) =>
      recordStock({ queries, userId }, about, counted),
    record: (about: string, event: Omit<ItemEvent, "id" | "at">, photo?: Blob) =>
      recordScan({ queries, userId }, about, event, photo),
    /** Takes a scan back: before it is sent it is dropped, later the server is told. */
    takeBack: async (about: string, id: string) => {
      if (await takeBackScan(userId, id)) return;
      recordScan({ queries, userId }, about, { kind: "taken_back", reverses: id });
    },
  };
}
