import type { StopCard } from "@api/commands.types";
import { Badge } from "@components/ui/badge";
import { Button, buttonStyles } from "@components/ui/button";
import { RowCheckbox } from "@components/ui/checkbox";
import { LateMenu } from "@components/ui/late-menu";
import { placeLines, shortWindow } from "@features/crew/pickups/day/pickup-words";
import { StateBadge } from "@features/crew/stop/state-badge";
import { countDone } from "@features/warehouse/items/drawn-items";
import { cn } from "@lib/cn";
import { campusHour } from "@lib/format/campus-hour";
import { telLink } from "@lib/forms/phone";
import { ArrowDown, ArrowUp, EllipsisVertical, Lock, LockOpen, Phone } from "lucide-react";
import { useRef } from "react";
import { arrivalWords, isLate, isOpen, itemsAt, KIND_WORDS } from "./run-words";

/** What the office does with a stop in its list. */
export interface StopTools {
  picked: boolean;
  /** `range`: with all between this stop and the one that was ticked before */
  onPick: (picked: boolean, range: boolean) => void;
  onLock: () => void;
  /** null where it cannot go that way */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

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
  const range = useRef(false);
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
        {tools ? (
          <RowCheckbox
            label={`Select ${stop.full_name}`}
            checked={tools.picked}
            disabled={!isOpen(stop)}
            onClick={({ shiftKey }) => {
              range.current = shiftKey;
            }}
            onCheckedChange={(on) => tools.onPick(on, range.current)}
          />
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
        {tools ? <PlaceMenu name={stop.full_name} locked={stop.locked} tools={tools} /> : null}
        {tools ? <PlaceTools stop={stop} tools={tools} /> : null}
      </div>
    </li>
  );
}

/** The stop's place in its run, beside its line on desks. */
function PlaceTools({ stop, tools }: { stop: StopCard; tools: StopTools }) {
  return (
    <div className="flex max-sm:hidden">
      <Tool label={`Move ${stop.full_name} up`} onClick={tools.onUp}>
        <ArrowUp aria-hidden="true" />
      </Tool>
      <Tool label={`Move ${stop.full_name} down`} onClick={tools.onDown}>
        <ArrowDown aria-hidden="true" />
      </Tool>
      <Button
        size="icon"
        variant="ghost"
        aria-pressed={stop.locked}
        aria-label={`Keep ${stop.full_name} in this place`}
        title={stop.locked ? "Kept in this place" : "May be moved when an order is proposed"}
        onClick={tools.onLock}
      >
        {stop.locked ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
      </Button>
    </div>
  );
}

function Tool(props: { label: string; onClick: (() => void) | null; children: React.ReactNode }) {
  const { label, onClick, children } = props;
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={label}
      disabled={!onClick}
      onClick={() => onClick?.()}
    >
      {children}
    </Button>
  );
}

/** The same on phones, which have no room for three buttons beside a name. */
function PlaceMenu(props: { name: string; locked: boolean; tools: StopTools }) {
  const { name, locked, tools } = props;
  return (
    <LateMenu
      className="sm:hidden"
      trigger={
        <Button
          size="icon"
          variant="ghost"
          aria-label={`Place of ${name}${locked ? ", kept" : ""}`}
          className="size-12 sm:hidden"
        >
          {locked ? <Lock aria-hidden="true" /> : <EllipsisVertical aria-hidden="true" />}
        </Button>
      }
    >
      {({ DropdownMenuItem }) => (
        <>
          <DropdownMenuItem disabled={!tools.onUp} onSelect={() => tools.onUp?.()}>
            <ArrowUp aria-hidden="true" />
            Move up
          </DropdownMenuItem>
          <DropdownMenuItem disabled={!tools.onDown} onSelect={() => tools.onDown?.()}>
            <ArrowDown aria-hidden="true" />
            Move down
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={tools.onLock}>
            {locked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
            {locked ? "Let it move" : "Keep in this place"}
          </DropdownMenuItem>
        </>
      )}
    </LateMenu>
  );
}

/** The residence and the address of a stop in lines to read. */
export function placesOf({ place, address }: StopCard): string[] {
  return placeLines({ building_name: place, address });
}
