import type { RunCard, StopCard } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { stopCount } from "@features/crew/pickups/day/pickup-words";
import { useReadAhead } from "@lib/lists/read-ahead";
import { Pencil, Route } from "lucide-react";
import { useId } from "react";
import type { StopTools } from "./office/line-tools";
import { crewRead, orderRead } from "./office/run-reads";
import { isOpen, lateWords, loadOf, runDoneWords } from "./run-words";
import { StopLine } from "./stop-line";

interface RunListProps {
  run: RunCard;
  utcOffset: string | undefined;
  onOpen: (stop: StopCard) => void;
  /** What the office does; crews have none of it. */
  office?: {
    campusId: number;
    day: string;
    toolsOf: (stop: StopCard, index: number) => StopTools;
    onEdit: () => void;
    onOrder: () => void;
    /** All stops that are to do are selected. */
    allPicked: boolean;
    onPickAll: (on: boolean) => void;
  };
}

/** A run: whose it is, how far, and its stops in order. */
export function RunList({ run, utcOffset, onOpen, office }: RunListProps) {
  const id = useId();
  const crewAhead = useReadAhead(office ? [crewRead(office.campusId, office.day)] : []);
  const seen = run.stops.map((stop) => stop.id);
  const orderAhead = useReadAhead(seen.length < 2 ? [] : [orderRead(run.id, seen)]);
  const open = run.stops.filter(isOpen);
  const [next] = open;
  const allPicked = open.length > 0 && office?.allPicked;
  const load = loadOf(run);
  const late = lateWords(run);
  const over = run.van_items !== null && load > run.van_items;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <h3 id={id} className="text-lg wrap-anywhere">
            {run.name}
          </h3>
          <p className="tabular text-sm text-muted">
            {[
              runDoneWords(run),
              run.worker_names.join(", ") || "No crew named",
              run.van_items === null
                ? stopCount(load)
                : `${stopCount(load)}, room for ${run.van_items}`,
            ].join(" · ")}
          </p>
          {over ? (
            <p className="text-sm font-semibold text-brick-text">
              More items than fit into this van.
            </p>
          ) : null}
          {late ? (
            <p role="status" className="text-sm font-semibold wrap-anywhere text-brick-text">
              {late}
            </p>
          ) : null}
        </div>
        {office ? (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              disabled={open.length === 0}
              onClick={() => office.onPickAll(!allPicked)}
            >
              {allPicked ? "Select none" : "Select all"}
              <span className="sr-only"> of {run.name}</span>
            </Button>
            <Button {...crewAhead} variant="secondary" size="sm" onClick={office.onEdit}>
              <Pencil aria-hidden="true" className="max-sm:hidden" />
              Crew and van
            </Button>
            <Button
              {...orderAhead}
              variant="secondary"
              size="sm"
              disabled={open.length < 2}
              onClick={office.onOrder}
            >
              <Route aria-hidden="true" className="max-sm:hidden" />
              Propose order
            </Button>
          </div>
        ) : null}
      </div>
      {run.stops.length === 0 ? (
        <p className="rounded-2xl border border-dashed border-line-strong px-4 py-5 text-sm text-muted">
          No stops yet.{office ? " Select stops of another run and move them here." : ""}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-2xl border border-line bg-sheet">
          {run.stops.map((stop, index) => (
            <StopLine
              key={stop.id}
              stop={stop}
              next={stop.id === next?.id}
              utcOffset={utcOffset}
              onOpen={() => onOpen(stop)}
              tools={office?.toolsOf(stop, index)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
