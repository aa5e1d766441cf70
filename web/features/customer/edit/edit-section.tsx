import { type ReactNode, useId, useState } from "react";
import type { Section } from "./edit-draft";
import type { Summary } from "./edit-summary";

export interface EditSectionProps {
  title: string;
  /** what a link names it by */
  anchor: Section;
  summary: Summary;
  /** something in it says something else than the booking */
  changed: boolean;
  /** nothing in it may be changed now */
  fixed: boolean;
  /** open from the start, whatever it lacks */
  unfolded: boolean;
  children: ReactNode;
}

/**
 * Some fields of Edit Booking: closed it says what they hold, and what is missing opens it. Its
 * fields stay on the page while it is closed, with what was typed.
 */
export function EditSection({
  title,
  anchor,
  summary: { chosen, lacks },
  changed,
  fixed,
  unfolded,
  children,
}: EditSectionProps) {
  const id = useId();
  // From then on the browser opens and closes it.
  const [open] = useState(unfolded || (lacks !== "" && !fixed));
  return (
    <details
      id={anchor}
      open={open}
      className="group scroll-mt-32 rounded-card border border-line bg-sheet target:border-ink"
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-card p-4 hover:bg-pine-soft group-open:rounded-b-none sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 gap-1">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {/* Open, the fields say it, and what comes and goes here would move them. */}
          <span className="grid gap-1 text-sm group-open:hidden">
            <span className="tabular wrap-anywhere text-muted">{chosen}</span>
            {lacks ? <span className="font-semibold text-brick-text">{lacks}</span> : null}
            {changed ? <span className="font-semibold">Changed, not saved yet.</span> : null}
          </span>
        </span>
        <span className="shrink-0 font-semibold underline decoration-line-strong underline-offset-4">
          <span className="group-open:hidden">{fixed ? "Show" : "Change"}</span>
          <span className="hidden group-open:inline">Close</span>
        </span>
      </summary>
      {/* One switch for all controls, whatever they are made of. */}
      <fieldset
        aria-labelledby={id}
        disabled={fixed}
        className="grid min-w-0 gap-4 px-4 pt-4 pb-5 sm:px-6"
      >
        {children}
      </fieldset>
    </details>
  );
}
