import { lateCode, useLateCode } from "@lib/browser/late-code";
import { isTouch, TIGHT, useMedia } from "@lib/browser/media";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { CalendarDays } from "lucide-react";
import { useRef, useState } from "react";
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
  ...calendarProps
}: DatePickerProps) {
  const tight = useMedia(TIGHT);
  const anchor = useRef<HTMLButtonElement>(null);
  const [atOnce, setAtOnce] = useState(() => unfolded && !value && tight && isTouch());
  const [isRequested, setOpen] = useState(atOnce);
  // Opened for a first day, it folds once there is one, wherever that was chosen.
  const open = isRequested && !(atOnce && value);
  const [lost, setLost] = useState(false);
  // Without the popover's code the calendar unfolds in place.
  const beside = !tight && !lost;
  const Popup = useLateCode(popoverCode, open && beside, () => setLost(true));
  const wiring = useFieldWiring();
  useCalendarSoon();
  const calendar = (
    <LateCalendar
      opener={atOnce ? undefined : anchor}
      {...calendarProps}
      {...(value ? { value } : {})}
      onChange={(day) => {
        onChange(day);
        setAtOnce(false);
        setOpen(false);
      }}
    />
  );
  return (
    // Beside it nothing needs a box of its own: the button stands in the form's or filter's.
    <div className={tight ? "grid gap-2" : "contents"}>
      <button
        ref={anchor}
        type="button"
        disabled={disabled}
        aria-expanded={open}
        {...(beside ? { "aria-haspopup": "dialog" } : {})}
        onClick={() => {
          setAtOnce(false);
          setOpen(!open);
        }}
        className={cn(
          controlStyles,
          "tabular flex items-center justify-between gap-2 text-left",
          className,
        )}
        {...wiring}
      >
        <span className={cn("truncate", !value && "text-muted")}>
          {formatDay(value, "medium", placeholder)}
        </span>
        <CalendarDays
          aria-hidden="true"
          className={cn("size-5 shrink-0 text-muted", value && "max-[22rem]:hidden")}
        />
      </button>
      {open && beside && Popup ? (
        <Popup anchor={anchor} onClose={() => setOpen(false)}>
          {calendar}
        </Popup>
      ) : null}
      {open && !beside ? (
        <div className="rounded-2xl border border-line bg-sheet p-2 short:p-1">{calendar}</div>
      ) : null}
    </div>
  );
}

type DatePopover = typeof import("./date-popover").DatePopover;

const popoverCode = lateCode<DatePopover>(async () => (await import("./date-popover")).DatePopover);
