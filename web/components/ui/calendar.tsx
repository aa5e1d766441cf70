import { SHORT, useMedia } from "@lib/browser/media";
import { cn } from "@lib/cn";
import { formatDay, parseDay, toDay } from "@lib/format/dates";
import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { DayButton, type DayButtonProps, DayPicker } from "react-day-picker";

/** What stands under the number of a day. */
export interface DayNote {
  /** at most four letters: "12", "Full" */
  short: string;
  /** how it is read out: "12 places left" */
  words: string;
  /** nothing is left; the day may be chosen all the same */
  gone?: boolean;
}

export interface CalendarProps {
  /** "YYYY-MM-DD", as all days here. A day of another month turns the page to it. */
  value?: string;
  onChange: (day: string) => void;
  min?: string;
  /** The campus's day; the browser's own without it. */
  today?: string;
  /** Its month is shown first while nothing is chosen. */
  opensAt?: string;
  /** Days that get a mark, named by `legend`. */
  marked?: readonly string[];
  notes?: Readonly<Record<string, DayNote>>;
  /** Called with the first day of the month that is shown, at first and after each turn. */
  onMonth?: (first: string) => void;
  /** What the mark and the notes mean, below the days. */
  legend?: ReactNode;
  autoFocus?: boolean;
  className?: string;
}

const NO_NOTES: Readonly<Record<string, DayNote>> = {};
const Notes = createContext(NO_NOTES);

/** One month of days, Sunday first. Arrow keys move by day and week, Page Up and Down by month. */
export function Calendar({
  value,
  onChange,
  min,
  today,
  opensAt,
  marked,
  notes = NO_NOTES,
  onMonth,
  legend,
  autoFocus,
  className,
}: CalendarProps) {
  const short = useMedia(SHORT);
  const selected = parseDay(value);
  const first = parseDay(min);
  const now = parseDay(today);
  const [month, setMonth] = useState(selected ?? parseDay(opensAt) ?? first ?? now ?? new Date());
  const [followed, setFollowed] = useState(value);
  if (value !== followed) {
    setFollowed(value);
    if (selected) setMonth(selected);
  }
  const firstShown = `${toDay(month).slice(0, 8)}01`;
  const tellMonth = useEffectEvent((day: string) => onMonth?.(day));
  useEffect(() => {
    tellMonth(firstShown);
  }, [firstShown]);

  /** "Today, Sunday, November 29, 2026, selected, 3 places left": it holds the number shown. */
  function spokenDay(date: Date, is: Partial<Record<string, boolean>>): string {
    const day = toDay(date);
    const after = [is.selected && "selected", notes[day]?.words];
    const text = [formatDay(day, "long"), ...after].filter(Boolean).join(", ");
    return is.today ? `Today, ${text}` : text;
  }

  return (
    <Notes value={notes}>
      <DayPicker
        mode="single"
        required
        weekStartsOn={0}
        fixedWeeks={!short}
        showOutsideDays
        selected={selected}
        month={month}
        onMonthChange={setMonth}
        onSelect={(day) => onChange(toDay(day))}
        disabled={first ? [{ before: first }] : []}
        labels={{ labelDayButton: spokenDay }}
        modifiers={{ marked: (marked ?? []).flatMap((day) => parseDay(day) ?? []) }}
        modifiersClassNames={{
          marked:
            "after:pointer-events-none after:absolute after:bottom-0.5 after:left-1/2 after:h-1 after:w-4 after:-translate-x-1/2 after:bg-tape after:content-['']",
        }}
        {...(now ? { today: now } : {})}
        {...(autoFocus ? { autoFocus } : {})}
        className={cn("relative w-full", className)}
        classNames={{
          months: "relative",
          month: "grid gap-2 short:gap-0",
          month_caption:
            "flex h-11 items-center justify-center font-display text-lg font-bold short:h-9 short:text-base",
          nav: "absolute inset-x-0 top-0 z-10 flex justify-between",
          button_previous: TURN,
          button_next: TURN,
          month_grid: "w-full table-fixed border-collapse",
          weekday: "h-8 text-xs font-semibold text-muted short:h-6",
          day: "relative p-0 text-center",
          day_button:
            "tabular mx-auto grid h-11 w-full max-w-11 place-content-center place-items-center rounded-full text-sm leading-tight font-medium transition-colors hover:bg-pine-soft disabled:cursor-not-allowed disabled:opacity-35 disabled:hover:bg-transparent short:h-9",
          today: "font-bold [&_button]:inset-ring-2 [&_button]:inset-ring-line-strong",
          outside: "text-muted [&_button]:font-normal",
          selected:
            "[&_button]:bg-tape [&_button]:text-on-tape [&_button]:font-bold [&_button:hover]:bg-tape-pressed",
        }}
        components={{ Chevron, DayButton: NotedDay }}
      />
      {legend ? <p className="mt-2 px-1 text-xs text-muted short:mt-1">{legend}</p> : null}
    </Notes>
  );
}

const TURN =
  "grid size-11 place-items-center rounded-full hover:bg-pine-soft aria-disabled:opacity-40 short:size-9";

function NotedDay({ children, ...button }: DayButtonProps) {
  const note = useContext(Notes)[button.day.isoDate];
  return (
    <DayButton {...button}>
      <span className={cn(note?.gone && "line-through decoration-1")}>{children}</span>
      {note ? (
        <span
          aria-hidden="true"
          className={cn("text-[0.6875rem] leading-none font-normal", note.gone && "opacity-80")}
        >
          {note.short}
        </span>
      ) : null}
    </DayButton>
  );
}

function Chevron({ orientation }: { orientation?: string }) {
  const Arrow = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Arrow aria-hidden="true" className="size-5" />;
}
