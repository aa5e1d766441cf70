import type { CountedShelf, ItemEvent } from "@api/pickups/custody";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import {
  onScans,
  recordScan,
  recordStock,
  scansKeptBack,
  sendKeptScans,
  stockDifferences,
  unsentScans,
} from "./scan-outbox";

/** What was scanned on this device and is not acknowledged, and the way to record more. */
export function useScans(userId: string) {
  const queries = useQueryClient();
  const unsent = useSyncExternalStore(onScans, unsentScans);
  const keptBack = useSyncExternalStore(onScans, scansKeptBack);
  const differences = useSyncExternalStore(onScans, stockDifferences);
  // What a reload or a closed page left unsent goes out now.
  useEffect(() => void sendKeptScans({ queries, userId }), [queries, userId]);
  return {
    unsent,
    /** How many wait because the server cannot be reached. */
    keptBack,
    /** What stocktakes came to, by their ids. */
    differences,
    count: (about: string, counted: CountedShelf) =>
      recordStock({ queries, userId }, about, counted),
    record: (about: string, event: Omit<ItemEvent, "id" | "at">, photo?: Blob) =>
      recordScan({ queries, userId }, about, event, photo),
  };
}
