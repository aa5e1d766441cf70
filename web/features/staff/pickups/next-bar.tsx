import type { Stop } from "@api/pickups";
import { Button, buttonStyles } from "@components/ui/button";
import { Check, MapPin, Phone, Truck } from "lucide-react";
import { mapLink, placeLines, shortWindow, telLink } from "./pickup-words";

interface NextBarProps {
  stop: Stop;
  campusId: number;
  onWay: () => void;
  onComplete: () => void;
}

/** Phones: the next stop at the thumb, with its one yellow step, its map and its call. */
export function NextBar({ stop, campusId, onWay, onComplete }: NextBarProps) {
  const map = mapLink(stop, campusId);
  const round = buttonStyles({ variant: "secondary", size: "icon", className: "size-14 text-xl" });
  return (
    <section
      aria-label="Next stop"
      className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-t border-line-strong bg-sheet px-4 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <p className="truncate text-sm">
        <span className="text-muted">
          {stop.pickup_status === "in_progress" ? "On the way: " : "Next: "}
        </span>
        <span className="font-semibold">{stop.full_name}</span>
        <span className="text-muted">
          {" · "}
          {[placeLines(stop)[0], shortWindow(stop.pickup_time)].filter(Boolean).join(" · ")}
        </span>
      </p>
      <div className="flex gap-2">
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
        {stop.pickup_status === "in_progress" ? (
          <Button size="lg" className="flex-1" onClick={onComplete}>
            <Check aria-hidden="true" />
            Complete
          </Button>
        ) : (
          <Button size="lg" className="flex-1" onClick={onWay}>
            <Truck aria-hidden="true" />
            On Way
          </Button>
        )}
      </div>
    </section>
  );
}
