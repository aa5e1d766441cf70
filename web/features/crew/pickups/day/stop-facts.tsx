import type { Stop } from "@api/commands.types";
import { Badge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { StateBadge } from "@features/crew/stop/state-badge";
import { cn } from "@lib/cn";
import { formatPhone, telLink } from "@lib/forms/phone";
import { MapPin, MessageSquareText, Phone, Plane } from "lucide-react";
import { useState } from "react";
import { flightWords, mapLink, placeLines, shortWindow } from "./pickup-words";

/** Whose stop it is: initial, name, code, and how far it is. */
export function StopPerson({ stop }: { stop: Stop }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center max-[22rem]:hidden md:size-8 md:text-base rounded-full border border-line-strong bg-pine-soft font-display text-lg font-bold"
      >
        {[...stop.full_name][0]?.toUpperCase()}
      </span>
      <div className="grid min-w-0 gap-0.5 md:gap-0">
        <h3
          title={stop.full_name}
          className="truncate font-sans text-base font-semibold tracking-normal"
        >
          {stop.full_name}
        </h3>
        <div className="flex flex-wrap items-center gap-1.5">
          {stop.customer_id ? (
            <Code className="px-1.5 py-0 text-xs tracking-wider">{stop.customer_id}</Code>
          ) : (
            <span className="text-xs text-muted">Guest</span>
          )}
          {stop.is_ready ? <Badge tone="pine">Ready</Badge> : null}
          {stop.pickup_status === "in_progress" ? (
            <StateBadge state={stop.arrived_at ? "arrived" : "on_way"} />
          ) : null}
          <span className="tabular text-sm font-medium whitespace-nowrap md:hidden">
            {shortWindow(stop.pickup_time)}
          </span>
          <StopPhone phone={stop.phone} className="max-xl:hidden" />
        </div>
      </div>
    </div>
  );
}

/** The window, which phones have beside the name, and a flight that the customer has to catch. */
export function StopTime({ stop }: { stop: Stop }) {
  const flight = flightWords(stop);
  return (
    <div className="grid content-center gap-0.5">
      <p className="tabular font-medium whitespace-nowrap max-md:hidden">
        {shortWindow(stop.pickup_time)}
      </p>
      {flight ? (
        <p className="flex items-start gap-1.5 text-xs font-medium text-brick-text">
          <Plane aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {flight}
        </p>
      ) : null}
    </div>
  );
}

interface StopPlaceProps {
  stop: Stop;
  campusId: number;
}

const LINK =
  "inline-flex gap-1.5 underline decoration-line-strong underline-offset-4 hover:decoration-ink max-md:min-h-12 max-md:items-center md:items-start md:py-0.5";
/** On phones a call is a round button at the card's edge. */
const CALL =
  "max-md:size-12 max-md:shrink-0 max-md:justify-center max-md:rounded-full max-md:border max-md:border-line-strong";

/** Where to go and whom to call, each a link for a thumb. */
export function StopPlace({ stop, campusId }: StopPlaceProps) {
  const [first = "No address given", ...more] = placeLines(stop);
  const map = mapLink(stop, campusId);
  const words = (
    <span title={[first, ...more].join(", ")} className="min-w-0 wrap-anywhere xl:line-clamp-2">
      <span className="font-medium">{first}</span>
      {more.length > 0 ? <span className="text-muted">, {more.join(", ")}</span> : null}
    </span>
  );
  return (
    <div
      className={cn(
        "flex min-w-0 items-center justify-between gap-x-3 md:grid md:content-center",
        !stop.additional_comments?.trim() && "md:col-span-2",
      )}
    >
      {map ? (
        <a href={map} target="_blank" rel="noreferrer" className={LINK}>
          <MapPin aria-hidden="true" className="size-4 shrink-0 text-muted md:mt-1" />
          {words}
          <span className="sr-only">, map, opens in a new tab</span>
        </a>
      ) : (
        <p className="flex min-h-7 items-center gap-1.5 text-muted max-md:min-h-12">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          {words}
        </p>
      )}
      <StopPhone phone={stop.phone} className="xl:hidden" />
    </div>
  );
}

/** Whom to call: on desks beside the name, else beside the place. */
function StopPhone({ phone, className }: { phone: string | null; className: string }) {
  if (!phone)
    return (
      <p
        className={cn(
          "flex min-h-7 shrink-0 items-center gap-1.5 text-muted max-md:text-xs xl:min-h-0 xl:text-xs",
          className,
        )}
      >
        <Phone aria-hidden="true" className="size-4 shrink-0 xl:size-3.5" />
        No phone given
      </p>
    );
  return (
    <a href={telLink(phone)} className={cn("tabular w-fit", LINK, CALL, "xl:text-xs", className)}>
      <Phone
        aria-hidden="true"
        className="size-4 shrink-0 max-md:size-5 md:mt-1 md:text-muted xl:mt-0.5 xl:size-3.5"
      />
      <span className="sr-only">Call </span>
      <span className="max-md:sr-only">{phoneWords(phone)}</span>
    </a>
  );
}

function phoneWords(phone: string): string {
  return /^\+?1\d{10}$/.test(phone) ? formatPhone(phone) : phone;
}

const LONG = 120;

/** What the customer wrote to the crew; a long text unfolds. Nothing where there is none. */
export function StopComments({ stop }: { stop: Stop }) {
  const [open, setOpen] = useState(false);
  const text = stop.additional_comments?.trim();
  if (!text) return null;
  return (
    <div className="flex min-w-0 items-start gap-1.5 text-xs max-md:py-1">
      <MessageSquareText aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 justify-items-start">
        <p
          className={cn(
            "wrap-anywhere whitespace-pre-line",
            text.length > LONG && !open && "line-clamp-2",
          )}
        >
          {text}
        </p>
        {text.length > LONG ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink max-md:min-h-12 max-md:min-w-12 max-md:text-left"
          >
            {open ? "Less" : "More"}
            <span className="sr-only"> of what {stop.full_name} wrote</span>
          </button>
        ) : null}
      </div>
    </div>
  );
}
