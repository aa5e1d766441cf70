import type { RunCard } from "@api/commands.types";
import { assignStops, type WantedRun } from "@api/pickups/runs";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { keepClear } from "@lib/browser/screen-foot";
import { useState } from "react";
import { tried } from "./tried";

interface DealBarProps {
  runs: readonly RunCard[];
  picked: readonly string[];
  /** What was done, the order of the runs before, and the run that has the stops now. */
  onDealt: (words: string, runs: readonly WantedRun[], runId: string) => void;
  onDone: () => void;
}

/** Moves the stops that are selected to a run, in the order in which they stand. */
export function DealBar({ runs, picked, onDealt, onDone }: DealBarProps) {
  const [busy, setBusy] = useState(false);

  async function deal(run: RunCard) {
    setBusy(true);
    const dealing = assignStops(run.id, picked);
    const done = await tried("Stops not moved", dealing);
    setBusy(false);
    if (!done) return;
    const moved = runs.flatMap((from) =>
      from.id === run.id ? [] : from.stops.filter(({ id }) => picked.includes(id)),
    );
    if (moved.length > 0) {
      const words = `${counted(moved.length, "stop")} moved to ${run.name}.`;
      onDealt(words, before(await dealing, run), run.id);
    } else onDone();
  }

  /** The runs as they were, beside how they are now. */
  function before(dealt: readonly string[], to: RunCard): WantedRun[] {
    return runs
      .map(({ id, stops }) => ({ id, order: stops.map((stop) => stop.id) }))
      .filter(({ id, order }) => id === to.id || order.some((stop) => picked.includes(stop)))
      .map(({ id, order }) => ({
        run_id: id,
        order,
        seen: id === to.id ? dealt : order.filter((stop) => !picked.includes(stop)),
      }));
  }

  return (
    <section
      ref={keepClear}
      aria-label="Selected stops"
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-2 border-t border-line-strong bg-sheet px-4 py-3 sm:px-6"
    >
      <p className="mr-2 text-sm font-semibold" role="status">
        {picked.length} {picked.length === 1 ? "stop" : "stops"} selected. Move to:
      </p>
      {runs.map((run) => (
        <Button key={run.id} variant="secondary" busy={busy} onClick={() => void deal(run)}>
          {run.name}
        </Button>
      ))}
      <Button variant="ghost" onClick={onDone}>
        Clear
      </Button>
    </section>
  );
}
