import type { Stop } from "@api/commands.types";
import { counted } from "@components/lists/pager";
import { SelectRow } from "@components/lists/select-rows";
import { SelectionBar } from "@components/lists/selection-bar";
import { Button } from "@components/ui/button";
import { stopKey } from "@features/crew/pickups/offline/pickup-line";
import { BulkActions } from "@features/office/bulk/bulk-actions";
import type { BulkRow } from "@features/office/bulk/bulk-row";
import { useSelection } from "@lib/lists/use-selection";
import type { ReactNode } from "react";

interface SelectingStopsProps {
  /** the stops that are shown */
  stops: readonly Stop[];
  campusId: number;
  onDone: () => void;
  /** The queue, with a box beside each stop. */
  children: (boxOf: (stop: Stop) => ReactNode) => ReactNode;
}

/** The queue while the office selects stops of it, and what it does with them. */
export function SelectingStops({ stops, campusId, onDone, children }: SelectingStopsProps) {
  // A stop without a booking cannot be moved.
  const selectable = stops.filter(({ booking_id }) => booking_id);
  const selection = useSelection(selectable, stopKey);
  const rows = selection.rows.flatMap((stop): BulkRow[] =>
    stop.booking_id
      ? [
          {
            id: stop.booking_id,
            name: stop.full_name,
            person: stop.phone ?? stop.booking_id,
            campusId,
            pickupDate: stop.pickup_date,
            pickupTime: stop.pickup_time,
          },
        ]
      : [],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 pb-32">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabled={selectable.length === 0}
          onClick={() => selection.pickAll(selectable, true)}
        >
          Select all {counted(selectable.length, "stop")}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Done selecting
        </Button>
      </div>
      {children((stop) => (
        <SelectRow
          selection={selection}
          row={stop}
          name={stop.full_name}
          disabled={!stop.booking_id}
        />
      ))}
      <SelectionBar selection={selection} what="stop">
        <BulkActions
          rows={rows}
          onLeft={(ids) =>
            selection.keep(
              selection.rows.filter(({ booking_id }) => booking_id && ids.includes(booking_id)),
            )
          }
        />
      </SelectionBar>
    </div>
  );
}
