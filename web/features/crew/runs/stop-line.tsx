import type { StopCard } from "@api/commands.types";
import { Badge } from "@components/ui/badge";
import { buttonStyles } from "@components/ui/button";
import { placeLines, shortWindow } from "@features/crew/pickups/day/pickup-words";
import { StateBadge } from "@features/crew/stop/state-badge";
import { countDone } from "@features/warehouse/items/drawn-items";
import { lateCode, useLateCode } from "@lib/browser/late-code";
import { cn } from "@lib/cn";
import { campusHour } from "@lib/format/campus-hour";
import { telLink } from "@lib/forms/phone";
import { Phone } from "lucide-react";
import type { StopTools } from "./office/line-tools";
import { arrivalWords, isLate, isOpen, itemsAt, KIND_WORDS } from "./run-words";

const toolsCode = lateCode(() => import("./office/line-tools"));

interface StopLineProps {
  stop: StopCard;
  next: boolean;
  utcOffset: string | undefined;
  onOpen: () => void;
  tools?: StopTools | undefined;
}

/** A stop in its run's list: the whole line opens it. */
export function StopLine({ stop, next, utcOffset, onOpen, tools }: StopLineProps) {
  const [place = "No address given", ...more] = placesOf(stop);
  const items = itemsAt(stop);
  const arrival = arrivalWords(stop, utcOffset);
  // A crew's phone does without it.
  const office = useLateCode(toolsCode, tools !== undefined, () => undefined);
  const scanned = countDone(stop.kind, items);
  return (
    <li
      data-stop={stop.id}
      className={cn(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-3 py-2 last:border-b-0 sm:px-4",
        next && "bg-tape-soft",
        !isOpen(stop) && "text-muted",
      )}
    >
      <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
        {tools && office ? (
          <office.PickBox stop={stop} tools={tools} />
        ) : (
          <span
            aria-hidden="true"
            className="tabular grid size-10 place-items-center rounded-full border border-line-strong bg-pine-soft font-semibold text-ink"
          >
            {stop.position}
          </span>
        )}
        <button
          type="button"
          onClick={onOpen}
          className="grid min-h-14 min-w-0 content-center gap-0.5 text-left"
        >
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere text-ink">
              {tools ? `${stop.position}. ` : ""}
              {stop.full_name}
            </span>
            <Badge tone="outline">{KIND_WORDS[stop.kind]}</Badge>
            {stop.state === "waiting" ? null : <StateBadge state={stop.state} />}
            {stop.is_ready && isOpen(stop) ? <Badge tone="pine">Ready</Badge> : null}
            {isLate(stop) ? <Badge tone="brick">Too late</Badge> : null}
            {stop.late_until && isOpen(stop) ? (
              <Badge tone="brick">
                Customer late: {campusHour(stop.late_until, utcOffset ?? "")}
              </Badge>
            ) : null}
          </span>
          <span className="text-sm wrap-anywhere text-muted">
            {arrival ? (
              <>
                <b className="tabular font-semibold text-ink">{arrival}</b>
                {" · "}
              </>
            ) : null}
            {[shortWindow(stop.window), place, ...more].join(" · ")}
          </span>
          {stop.kind === "kit" || items.length === 0 ? null : (
            <span className="tabular text-xs text-muted">
              {scanned} of {items.length} {items.length === 1 ? "item" : "items"} scanned
            </span>
          )}
        </button>
      </div>
      <div className="flex items-center gap-2">
        {stop.phone && isOpen(stop) ? (
          <a
            href={telLink(stop.phone)}
            aria-label={`Call ${stop.full_name}`}
            className={buttonStyles({ variant: "secondary", size: "icon", className: "size-12" })}
          >
            <Phone aria-hidden="true" />
          </a>
        ) : null}
        {tools && office ? <office.PlaceTools stop={stop} tools={tools} /> : null}
      </div>
    </li>
  );
}

/** The residence and the address of a stop in lines to read. */
export function placesOf({ place, address }: StopCard): string[] {
  return placeLines({ building_name: place, address });
}
