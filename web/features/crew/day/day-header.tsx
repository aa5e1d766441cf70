import type { Campus } from "@api/campuses";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { LateSelect } from "@components/ui/late-select";
import { countWords } from "@features/crew/pickups/day/pickup-words";
import { cn } from "@lib/cn";
import { shortCampus } from "@lib/site/campus-names";
import { ChevronDown, UserPlus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

/** Phones, held either way, show the stops first: the controls unfold. */
const FOLDED = "max-sm:hidden [@media(max-height:500px)]:hidden";
const UNFOLDS = "hidden max-sm:inline-flex [@media(max-height:500px)]:inline-flex";

interface Counts {
  done: number;
  failed: number;
  all: number;
}

interface DayHeaderProps {
  title: string;
  campuses: readonly Campus[];
  campusId: number;
  day: string;
  /** null while the day is loading */
  counts: Counts | null;
  what: "pickup" | "stop";
  onCampus: (campusId: string) => void;
  /** null where other days than those of `days` are not shown */
  onDay: ((day: string) => void) | null;
  onAdd: () => void;
  /** what stands before and behind the day */
  before: ReactNode;
  after?: ReactNode;
  /** Further controls, such as a search of the stops. */
  children?: ReactNode;
}

/** Which day Pickups or Runs shows, how far it is, and the way to others. */
export function DayHeader(props: DayHeaderProps) {
  const { title, campuses, campusId, day, counts, what, onCampus, onDay, onAdd } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <header className="grid gap-2 rounded-2xl bg-mist px-3 py-2 sm:px-5 sm:py-3 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-center xl:gap-x-6">
      <div className="flex items-center justify-between gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5 sm:gap-1.5">
          <h2 className="text-lg sm:text-xl">{title}</h2>
          <Progress counts={counts} what={what} />
        </div>
        <Button
          variant="ghost"
          aria-expanded={open}
          aria-controls={id}
          className={cn("h-12 px-2", UNFOLDS)}
          onClick={() => setOpen(!open)}
        >
          {shortCampus(campusId)}
          <ChevronDown aria-hidden="true" className={cn(open && "rotate-180")} />
          <span className="sr-only">, day, search and Add Pickup</span>
        </Button>
      </div>
      <div
        id={id}
        className={cn(
          "grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-2 sm:flex sm:flex-wrap",
          !open && FOLDED,
        )}
      >
        <Field label="Campus" hideLabel className="max-sm:col-span-2 sm:w-48">
          <LateSelect
            options={campuses.map((one) => ({
              value: String(one.id),
              label: shortCampus(one.id),
            }))}
            value={String(campusId)}
            onValueChange={onCampus}
          />
        </Field>
        <Button
          variant="secondary"
          onClick={onAdd}
          className="h-12 max-sm:px-4 lg:order-last lg:h-11"
        >
          <UserPlus aria-hidden="true" />
          Add Pickup
        </Button>
        <div className="flex items-start gap-1 max-sm:col-span-3">
          {props.before}
          {onDay ? (
            <Field label="Day" hideLabel className="max-sm:flex-1 sm:w-48">
              <DatePicker value={day} onChange={onDay} className="max-sm:px-2.5 max-sm:text-sm" />
            </Field>
          ) : null}
          {props.after}
        </div>
        {props.children}
      </div>
    </header>
  );
}

function Progress({ counts, what }: Pick<DayHeaderProps, "counts" | "what">) {
  const all = counts?.all ?? 0;
  if (counts && all === 0) return null;
  return (
    <div className="flex h-6 items-center gap-3">
      <p className="tabular shrink-0 text-sm font-semibold" aria-live="polite">
        {counts ? countWords(counts.done, all, what, counts.failed) : ""}
      </p>
      {counts ? (
        <div
          aria-hidden="true"
          className="h-1.5 max-w-72 flex-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-pine transition-[width]"
            style={{ width: `${(counts.done / all) * 100}%` }}
          />
        </div>
      ) : null}
    </div>
  );
}
