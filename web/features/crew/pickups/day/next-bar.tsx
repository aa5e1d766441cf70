import type { Stop } from "@api/commands.types";
import { Button, buttonStyles } from "@components/ui/button";
import { type Connection, ConnectionNotice } from "@features/crew/offline/connection-notice";
import { stopKey } from "@features/crew/pickups/offline/pickup-line";
import { useSettling } from "@features/crew/pickups/reorder/use-settling";
import { STATE_WORDS } from "@features/crew/stop/state-words";
import { keepClear } from "@lib/browser/screen-foot";
import { telLink } from "@lib/forms/phone";
import { Check, MapPin, Phone, ScanLine, Truck } from "lucide-react";
import { useRef } from "react";
import { mapLink, placeLines, shortWindow } from "./pickup-words";

/** Four beside each other down to the narrowest phones. */
const ROUND = "size-14 shrink-0 text-xl max-[22rem]:w-12";

interface NextBarProps {
  stop: Stop;
  campusId: number;
  connection: Connection;
  onWay: () => void;
  onScan: () => void;
  onComplete: () => void;
}

/** Phones: the next stop at the thumb, with its one yellow step, its map and its call. */
export function NextBar({ stop, campusId, connection, onWay, onScan, onComplete }: NextBarProps) {
  const controls = useRef<HTMLDivElement>(null);
  useSettling(controls, `${stopKey(stop)} ${stop.pickup_status}`);
  const map = mapLink(stop, campusId);
  const round = buttonStyles({ variant: "secondary", size: "icon", className: ROUND });
  return (
    <section
      ref={keepClear}
      aria-label="Next stop"
      className="fixed inset-x-0 bottom-0 z-30 grid touch-manipulation grid-cols-[minmax(0,1fr)] gap-2 border-t border-line-strong bg-sheet px-4 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] select-none md:hidden"
    >
      <ConnectionNotice connection={connection} />
      <button
        type="button"
        onClick={() => show(stop)}
        className="-my-2.5 min-h-12 truncate text-left text-sm"
      >
        <span className="text-muted">
          {stop.pickup_status === "in_progress"
            ? `${STATE_WORDS[stop.arrived_at ? "arrived" : "on_way"]}: `
            : "Next: "}
        </span>
        <span className="font-semibold">{stop.full_name}</span>
        <span className="text-muted">
          {" · "}
          {[placeLines(stop)[0], shortWindow(stop.pickup_time)].filter(Boolean).join(" · ")}
        </span>
        <span className="sr-only">, show it in the list</span>
      </button>
      <div ref={controls} className="flex gap-2 data-settling:*:pointer-events-none">
        {stop.phone ? (
          <a href={telLink(stop.phone)} aria-label={`Call ${stop.full_name}`} className={round}>
            <Phone aria-hidden="true" />
          </a>
        ) : null}
        {map ? (
          <a
            href={map}
            target="_blank"
            rel="noreferrer"
            aria-label={`Map to ${stop.full_name}, opens in a new tab`}
            className={round}
          >
            <MapPin aria-hidden="true" />
          </a>
        ) : null}
        {stop.booking_id ? (
          <Button
            variant="secondary"
            size="icon"
            className={ROUND}
            aria-label={`Scan items of ${stop.full_name}`}
            onClick={onScan}
          >
            <ScanLine aria-hidden="true" />
          </Button>
        ) : null}
        {stop.pickup_status === "in_progress" ? (
          <Button
            size="lg"
            className="flex-1 max-[22rem]:gap-1.5 max-[22rem]:px-2"
            onClick={onComplete}
          >
            <Check aria-hidden="true" />
            Complete
          </Button>
        ) : (
          <Button size="lg" className="flex-1 max-[22rem]:gap-1.5 max-[22rem]:px-2" onClick={onWay}>
            <Truck aria-hidden="true" />
            On Way
          </Button>
        )}
      </div>
    </section>
  );
}

/** Brings a stop of the list into sight, with its comments and all it can be asked for. */
function show(stop: Stop): void {
  document
    .querySelector(`[data-stop="${CSS.escape(stop.queue_id ?? "")}"]`)
    ?.scrollIntoView({ block: "start", behavior: "smooth" });
}
