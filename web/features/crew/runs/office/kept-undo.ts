import type { WantedRun } from "@api/pickups/runs";
import { keepInTab, readInTab } from "@lib/browser/tab-store";

/** What was done to runs of a day, and their order before. */
export interface Undoable {
  words: string;
  runs: readonly WantedRun[];
  until: number;
}

const keyOf = (campusId: number, day: string) => `summerstow-undo-${campusId}-${day}`;

/** Keeps the last change of a day's runs for as long as the tab lives; null: there is none. */
export function keepUndo(campusId: number, day: string, change: Undoable | null): void {
  keepInTab(keyOf(campusId, day), change);
}

/** The change that was kept, unless its time is over. */
export function keptUndo(campusId: number, day: string): Undoable | null {
  const change = readInTab(keyOf(campusId, day)) as Undoable | null;
  return change && change.until > Date.now() ? change : null;
}
