import type { RunCard } from "@api/commands.types";
import { assignStops } from "@api/pickups/runs";
import { Button } from "@components/ui/button";
import { keepClear } from "@lib/browser/screen-foot";
import { useState } from "react";
import { tried } from "./tried";

interface DealBarProps {
  runs: readonly RunCard[];
  picked: readonly string[];
  onDone: () => void;
}

/** Moves the stops that are selected to a run, in the order in which they stand. */
export function DealBar({ runs, picked, onDone }: DealBarProps) {
  const [busy, setBusy] = useState(false);

  async function deal(run: RunCard) {
    setBusy(true);
    const done = await tried("Stops not moved", assignStops(run.id, picked));
    setBusy(false);
    if (done) onDone();
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
