import type { Stop } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { stopKey } from "@features/crew/pickups/offline/pickup-line";
import { SignedBy } from "@features/crew/pickups/signature/signed-by";
import { Undo2 } from "lucide-react";
import { clockTime, placeLines, stopCount } from "./pickup-words";
import { StopRecord } from "./stop-record";
import { TornEdge } from "./torn-edge";

interface DoneListProps {
  stops: readonly Stop[];
  utcOffset: string | undefined;
  onUndo: (stop: Stop) => void;
}

/** What was picked up, the latest first, each with its way back. */
export function DoneList({ stops, utcOffset, onUndo }: DoneListProps) {
  if (stops.length === 0) return null;
  return (
    <section aria-labelledby="done-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="done-title" className="text-lg">
        Done
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {stops.map((stop) => (
          <li
            key={stopKey(stop)}
            className="relative ml-1.5 flex items-center gap-x-4 rounded-r-xl border border-l-0 border-line bg-sheet py-1 pr-2 pl-4 text-sm"
          >
            <TornEdge />
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
              <p
                title={stop.full_name}
                className="max-w-full min-w-0 truncate font-semibold md:w-52"
              >
                {stop.full_name}
              </p>
              {stop.customer_id ? (
                <Code className="px-1.5 py-0 text-xs tracking-wider">{stop.customer_id}</Code>
              ) : null}
              <p className="truncate text-muted max-md:hidden md:flex-1">
                {placeLines(stop).join(", ")}
              </p>
              <p className="tabular text-muted">{stopCount(stop.items_counted)}</p>
              {stop.signed_by && stop.pickup_id ? (
                <SignedBy name={stop.signed_by} pickupId={stop.pickup_id} />
              ) : null}
              {stop.pickup_id && stop.completed_at ? (
                <StopRecord pickupId={stop.pickup_id} name={stop.full_name} utcOffset={utcOffset}>
                  {clockTime(stop.completed_at, utcOffset)}
                </StopRecord>
              ) : null}
            </div>
            <Button
              size="sm"
              variant="ghost"
              // Only just completed: its record is not known here yet.
              disabled={stop.queue_id !== null || !stop.pickup_id}
              onClick={() => onUndo(stop)}
            >
              <Undo2 aria-hidden="true" />
              Undo
              <span className="sr-only"> completing {stop.full_name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
