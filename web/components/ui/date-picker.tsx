import { cn } from "@lib/cn";
import { formatDay } from "@lib/dates";
import { PHONE, useMedia } from "@lib/media";
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useFieldWiring } from "./field";
import { controlStyles } from "./input";
import { LateCalendar, useCalendarSoon } from "./late-calendar";

export interface DatePickerProps {
  /** "YYYY-MM-DD", or undefined while nothing is chosen. */
  value: string | undefined;
  onChange: (day: string) => void;
  /** First day that may be chosen; no limit without it. */
  min?: string;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
}

/** A day: a calendar in a popover, unfolded in place on phones. Sunday first; works by keyboard. */
export function DatePicker({
  value,
  onChange,
  min,
  placeholder = "Pick a date",
  disabled = false,
  className,
}: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const phone = useMedia(PHONE);
  const wiring = useFieldWiring();
  useCalendarSoon();
  const calendar = (
    <LateCalendar
      {...(value ? { value } : {})}
      {...(min ? { min } : {})}
      autoFocus
      onChange={(day) => {
        onChange(day);
        setOpen(false);
      }}
    />
  );
  const face = (
    <>
      <span className={cn("truncate", !value && "text-muted")}>
        {formatDay(value, "medium", placeholder)}
      </span>
      <CalendarDays aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </>
  );
  const faceStyles = cn(
    controlStyles,
    "tabular flex items-center justify-between gap-2 text-left",
    className,
  );

  if (phone) {
    return (
      <div className="grid gap-2">
        <button
          type="button"
          disabled={disabled}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={faceStyles}
          {...wiring}
        >
          {face}
        </button>
        {open ? (
          <div className="rounded-2xl border border-line bg-sheet p-2">{calendar}</div>
        ) : null}
      </div>
    );
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger type="button" disabled={disabled} className={faceStyles} {...wiring}>
        {face}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          align="start"
          collisionPadding={12}
          aria-label="Calendar"
          onOpenAutoFocus={focusDay}
          className="pop z-60 rounded-card border border-line bg-sheet p-3 text-ink shadow-pop outline-none"
        >
          {calendar}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Puts focus on the chosen day, or today, rather than on the first button of the calendar. */
function focusDay(event: Event) {
  const calendar = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const day = calendar?.querySelector<HTMLElement>("[data-day] button[tabindex='0']");
  if (!day) return;
  event.preventDefault();
  day.focus();
}
