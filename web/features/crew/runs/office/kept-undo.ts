import type { WantedRun } from "@api/pickups/runs";
import * as z from "zod/mini";

/** What was done to runs of a day, and their order before. */
export interface Undoable {
  words: string;
  runs: readonly WantedRun[];
  until: number;
}

const ids = z.array(z.string());
const schema = z.object({
  words: z.string(),
  runs: z.array(z.object({ run_id: z.string(), order: ids, seen: ids })),
  until: z.number(),
});

const keyOf = (campusId: number, day: string) => `summerstow-undo-${campusId}-${day}`;

/** Keeps the last change of a day's runs for as long as the tab lives; null: there is none. */
export function keepUndo(campusId: number, day: string, change: Undoable | null): void {
  try {
    if (change) sessionStorage.setItem(keyOf(campusId, day), JSON.stringify(change));
    else sessionStorage.removeItem(keyOf(campusId, day));
  } catch {
    // A browser that keeps nothing loses it with the page.
  }
}

/** The change that was kept, unless its time is over. */
export function keptUndo(campusId: number, day: string): Undoable | null {
  try {
    const found = schema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(campusId, day)) ?? ""));
    return found.data && found.data.until > Date.now() ? found.data : null;
  } catch {
    return null;
  }
}
