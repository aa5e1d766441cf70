import { cn } from "@lib/cn";
import { formatDay, parseDay, toDay } from "@lib/dates";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type Matcher } from "react-day-picker";

export interface CalendarProps {
  /** "YYYY-MM-DD" */
  value?: string;
  onChange: (day: string) => void;
  min?: string;
  /** Days that get a mark and are named in a legend beside the calendar. */
  marked?: readonly string[];
  autoFocus?: boolean;
  className?: string;
}

/** "Today, Sunday, November 29, 2026, selected": the name holds the number that the button shows. */
function spokenDay(date: Date, { today, selected }: Partial<Record<string, boolean>>): string {
  const day = formatDay(toDay(date), "long");
  return `${today ? "Today, " : ""}${day}${selected ? ", selected" : ""}`;
}

/** One month of days, Sunday first. Arrow keys move by day and week, Page Up and Down by month. */
export function Calendar({ value, onChange, min, marked, autoFocus, className }: CalendarProps) {
  const selected = parseDay(value);
  const first = parseDay(min);
  const disabled: Matcher[] = first ? [{ before: first }] : [];
  const marks = (marked ?? []).flatMap((day) => parseDay(day) ?? []);
  return (
    <DayPicker
      mode="single"
      required
      weekStartsOn={0}
      fixedWeeks
      showOutsideDays
      selected={selected}
      defaultMonth={selected ?? first ?? new Date()}
      onSelect={(day) => onChange(toDay(day))}
      disabled={disabled}
      labels={{ labelDayButton: spokenDay }}
      modifiers={{ marked: marks }}
      modifiersClassNames={{
        marked:
          "after:absolute after:bottom-1 after:left-1/2 after:h-1 after:w-4 after:-translate-x-1/2 after:bg-tape after:content-['']",
      }}
      {...(autoFocus ? { autoFocus } : {})}
      className={cn("relative w-full", className)}
      classNames={{
        months: "relative",
        month: "grid gap-2",
        month_caption: "flex h-11 items-center justify-center font-display text-lg font-bold",
        nav: "absolute inset-x-0 top-0 z-10 flex justify-between",
        button_previous:
          "grid size-11 place-items-center rounded-full hover:bg-pine-soft aria-disabled:opacity-40",
        button_next:
          "grid size-11 place-items-center rounded-full hover:bg-pine-soft aria-disabled:opacity-40",
        month_grid: "w-full border-collapse",
        weekday: "h-8 text-xs font-semibold text-muted",
        day: "relative p-0 text-center",
        day_button:
          "tabular mx-auto grid size-11 place-items-center rounded-full text-sm font-medium transition-colors hover:bg-pine-soft disabled:cursor-not-allowed disabled:opacity-35 disabled:hover:bg-transparent",
        today: "font-bold [&_button]:inset-ring-2 [&_button]:inset-ring-line-strong",
        outside: "text-muted [&_button]:font-normal",
        selected:
          "[&_button]:bg-tape [&_button]:text-on-tape [&_button]:font-bold [&_button:hover]:bg-tape-pressed",
      }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === "left" ? (
            <ChevronLeft aria-hidden="true" className="size-5" />
          ) : (
            <ChevronRight aria-hidden="true" className="size-5" />
          ),
      }}
    />
  );
}
