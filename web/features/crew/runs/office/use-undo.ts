import { toApiError } from "@api/errors";
import { arrangeRuns, runKeys, type WantedRun } from "@api/pickups/runs";
import { isUnreachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keepUndo, keptUndo, type Undoable } from "./kept-undo";

const OFFERED_MS = 10 * 60_000;

const keyOf = (campusId: number, day: string) => ["undo", "runs", campusId, day] as const;

/** The last change of a day's runs, for ten minutes (rule: runs-at-once), also after a reload. */
export function useUndo(campusId: number, day: string) {
  const queries = useQueryClient();
  const { data } = useQuery<Undoable | null>({
    queryKey: keyOf(campusId, day),
    queryFn: () => null,
    initialData: () => keptUndo(campusId, day),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: OFFERED_MS,
  });
  const [busy, setBusy] = useState(false);
  const until = data?.until;
  useEffect(() => {
    if (until === undefined) return;
    const end = () => {
      keepUndo(campusId, day, null);
      queries.setQueryData(keyOf(campusId, day), null);
    };
    const over = setTimeout(end, until - Date.now());
    return () => clearTimeout(over);
  }, [until, queries, campusId, day]);

  /** Offers a change no more; a later one is offered still. */
  function forget(change: Undoable): void {
    const now = queries.getQueryData<Undoable | null>(keyOf(campusId, day));
    if (now?.until !== change.until) return;
    keepUndo(campusId, day, null);
    queries.setQueryData(keyOf(campusId, day), null);
  }

  async function undo(change: Undoable): Promise<void> {
    setBusy(true);
    try {
      await arrangeRuns(change.runs);
      forget(change);
      toast.success("Undone");
    } catch (error) {
      toast.error("Not undone", { description: toApiError(error).message });
      // What was refused once stays refused.
      if (!isUnreachable(error)) forget(change);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: runKeys.all });
  }

  /** Offers to undo a change; `warning` names what it makes late. */
  function offer(words: string, runs: readonly WantedRun[], warning: string | null = null): void {
    const change = { words, runs, until: Date.now() + OFFERED_MS };
    keepUndo(campusId, day, change);
    queries.setQueryData<Undoable>(keyOf(campusId, day), change);
    const action = { label: "Undo", onClick: () => void undo(change) };
    if (warning) toast.warning(words, { description: warning, action });
    else toast.success(words, { action });
  }

  return { change: data, offer, undo, busy };
}
