import type { RunCard, StopCard } from "@api/commands.types";
import { assignStops, type WantedRun } from "@api/pickups/runs";
import { counted } from "@components/lists/pager";
import { SelectionBar } from "@components/lists/selection-bar";
import { Button } from "@components/ui/button";
import { BulkActions, MessageAction } from "@features/office/bulk/bulk-actions";
import type { BulkRow } from "@features/office/bulk/bulk-row";
import type { Selection } from "@lib/lists/use-selection";
import { useState } from "react";
import { tried } from "./tried";

interface DealBarProps {
  runs: readonly RunCard[];
  campusId: number;
  day: string;
  selection: Selection<StopCard>;
  /** what is selected, in the order in which it stands */
  picked: readonly StopCard[];
  /** What was done, the order of the runs before, and the run that has the stops now. */
  onDealt: (words: string, runs: readonly WantedRun[], runId: string) => void;
  onDone: () => void;
}

/** Moves the stops that are selected to a run, or works on their bookings. */
export function DealBar(props: DealBarProps) {
  const { runs, campusId, day, selection, picked, onDealt, onDone } = props;
  const [busy, setBusy] = useState(false);
  const ids = picked.map(({ id }) => id);

  async function deal(run: RunCard) {
    setBusy(true);
    const dealing = assignStops(run.id, ids);
    const done = await tried("Stops not moved", dealing);
    setBusy(false);
    if (!done) return;
    const moved = runs.flatMap((from) =>
      from.id === run.id ? [] : from.stops.filter(({ id }) => ids.includes(id)),
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
      .filter(({ id, order }) => id === to.id || order.some((stop) => ids.includes(stop)))
      .map(({ id, order }) => ({
        run_id: id,
        order,
        seen: id === to.id ? dealt : order.filter((stop) => !ids.includes(stop)),
      }));
  }

  const rows = picked.flatMap((stop): BulkRow[] =>
    stop.booking_id
      ? [
          {
            id: stop.booking_id,
            name: stop.full_name,
            person: stop.phone ?? stop.booking_id,
            campusId,
            pickupDate: day,
            pickupTime: stop.window,
          },
        ]
      : [],
  );
  const left = (bookings: readonly string[]) =>
    selection.keep(picked.filter(({ booking_id }) => bookings.includes(booking_id ?? "")));
  return (
    <SelectionBar selection={selection} what="stop">
      {runs.map((run) => (
        <Button
          key={run.id}
          size="sm"
          variant="secondary"
          busy={busy}
          onClick={() => void deal(run)}
        >
          To {run.name}
        </Button>
      ))}
      {/* A day of pickups is another of their bookings: returns and kits have dates of their own. */}
      {picked.every(({ kind, booking_id }) => kind === "pickup" && booking_id) ? (
        <BulkActions rows={rows} onLeft={left} />
      ) : (
        <MessageAction rows={rows} what="booking" onLeft={left} />
      )}
    </SelectionBar>
  );
}
