import { isTouch, TIGHT, useMedia } from "@lib/browser/media";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import type { CalendarProps } from "./calendar";
import { useFieldWiring } from "./field";
import { controlStyles } from "./input";
import { LateCalendar, useCalendarSoon } from "./late-calendar";

export interface DatePickerProps extends Omit<CalendarProps, "value" | "autoFocus"> {
  /** "YYYY-MM-DD", or undefined while nothing is chosen. */
  value: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  /** On phones the calendar is open from the first while no day is chosen, and takes no focus. */
  unfolded?: boolean;
}

/**
 * A day: a calendar in a popover, unfolded in place where the screen has no room beside it. Sunday
 * first; works by keyboard.
 */
export function DatePicker({
  value,
  onChange,
  placeholder = "Pick a date",
  disabled = false,
  unfolded = false,
  className,
  ...shown
}: DatePickerProps) {
  const inPlace = useMedia(TIGHT);
  const [atOnce, setAtOnce] = useState(() => unfolded && !value && inPlace && isTouch());
  const [asked, setOpen] = useState(atOnce);
  // Opened for a first day, it folds once there is one, wherever that was chosen.
  const open = asked && !(atOnce && value);
  const wiring = useFieldWiring();
  useCalendarSoon();
  const calendar = (
    <LateCalendar
      {...shown}
      {...(value ? { value } : {})}
      autoFocus={!atOnce}
      onChange={(day) => {
        onChange(day);
        setAtOnce(false);
        setOpen(false);
      }}
    />
  );
  const face = (
    <>
      <span className={cn("truncate", !value && "text-muted")}>
        {formatDay(value, "medium", placeholder)}
      </span>
      <CalendarDays
        aria-hidden="true"
        className={cn("size-5 shrink-0 text-muted", value && "max-[22rem]:hidden")}
      />
    </>
  );
  const faceStyles = cn(
    controlStyles,
    "tabular flex items-center justify-between gap-2 text-left",
    className,
  );

  if (inPlace) {
    return (
      <div className="grid gap-2">
        <button
          type="button"
          disabled={disabled}
          aria-expanded={open}
          onClick={() => {
            setAtOnce(false);
            setOpen(!open);
          }}
          className={faceStyles}
          {...wiring}
        >
          {face}
        </button>
        {open ? (
          <div className="rounded-2xl border border-line bg-sheet p-2 short:p-1">{calendar}</div>
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
          className="pop z-60 w-84 rounded-card border border-line bg-sheet p-3 text-ink shadow-pop outline-none"
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
