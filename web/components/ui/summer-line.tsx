import { cn } from "@lib/cn";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

export interface SummerStop {
  id: string;
  label: ReactNode;
  /** A date or a few words under the label. */
  detail?: ReactNode;
  state: "done" | "current" | "ahead";
}

export interface SummerLineProps {
  /** Read out as the name of the list, such as "Booking progress". */
  label: string;
  stops: readonly SummerStop[];
  /** Shows stops without words; the current one is still read out. */
  compact?: boolean;
  /** Draws the taped part once when it appears. */
  animate?: boolean;
  className?: string;
}

/**
 * The one line through the summer: a strip of tape runs to where things stand,
 * a dashed line runs on. Progress of the wizard, status of a booking, axis of a calendar.
 */
export function SummerLine({ label, stops, compact = false, animate, className }: SummerLineProps) {
  const current = stops.findIndex(({ state }) => state === "current");
  const reached = current >= 0 ? current : stops.filter(({ state }) => state === "done").length - 1;
  const share = stops.length > 1 ? Math.max(0, reached) / (stops.length - 1) : 0;
  // Stops with words stand in equal columns, so the line runs from the middle of the first to the last.
  const inset = compact ? "10px" : `${50 / stops.length}%`;
  return (
    <div className={cn("relative", className)}>
      <div
        aria-hidden="true"
        className="absolute top-[9px] h-1 rounded-full bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_6px,transparent_6px_12px)] bg-size-[100%_2px] bg-center bg-no-repeat"
        style={{ insetInline: inset }}
      >
        <div
          className={cn(
            "absolute -inset-y-0.5 left-0 w-full origin-left bg-tape transition-[width] duration-200",
            animate && "line-draw",
          )}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <ol aria-label={label} className={cn("relative flex", compact ? "justify-between" : "")}>
        {stops.map((stop) => (
          <li
            key={stop.id}
            aria-current={stop.state === "current" ? "step" : undefined}
            className={cn(
              "grid justify-items-center gap-2 text-center",
              !compact && "min-w-0 flex-1 px-1",
            )}
          >
            <StopMark state={stop.state} />
            <span className={cn("grid gap-0.5", compact && "sr-only")}>
              <span
                className={cn(
                  "text-xs leading-tight sm:text-sm",
                  stop.state === "ahead" ? "text-muted" : "font-semibold",
                )}
              >
                {stop.label}
              </span>
              {stop.detail ? (
                <span className="tabular text-xs leading-tight text-muted">{stop.detail}</span>
              ) : null}
              <span className="sr-only">{SPOKEN[stop.state]}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const SPOKEN = { done: " (done)", current: " (now)", ahead: " (to come)" };

function StopMark({ state }: { state: SummerStop["state"] }) {
  if (state === "ahead") {
    return (
      <span className="grid size-[22px] place-items-center">
        <span className="size-3 rounded-full border-2 border-line-strong bg-paper" />
      </span>
    );
  }
  return (
    <span
      className={cn(
        "grid size-[22px] place-items-center rounded-[5px] border-2 border-ink",
        state === "done" ? "bg-tape text-on-tape" : "-rotate-6 bg-sheet",
      )}
    >
      {state === "done" ? (
        <Check aria-hidden="true" className="size-3.5" strokeWidth={4} />
      ) : (
        <span className="size-2 rounded-[2px] bg-ink" />
      )}
    </span>
  );
}
