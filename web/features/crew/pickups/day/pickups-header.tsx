import type { Campus } from "@api/campuses";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { LateSelect } from "@components/ui/late-select";
import { cn } from "@lib/cn";
import { addDays } from "@lib/format/dates";
import { shortCampus } from "@lib/site/campus-names";
import { ChevronDown, ChevronLeft, ChevronRight, UserPlus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { countWords, queueTitle } from "./pickup-words";

/** Phones, held either way, show the stops first: the controls unfold. */
const FOLDED = "max-sm:hidden [@media(max-height:500px)]:hidden";
const UNFOLDS = "hidden max-sm:inline-flex [@media(max-height:500px)]:inline-flex";

interface PickupsHeaderProps {
  campuses: readonly Campus[];
  campusId: number;
  day: string;
  today: string;
  /** null while the day is loading */
  counts: { done: number; failed: number; all: number } | null;
  onCampus: (campusId: string) => void;
  onDay: (day: string) => void;
  onAdd: () => void;
  /** Further controls, such as a search of the stops. */
  children?: ReactNode;
}

/** Which day this is, how far it is, and the way to others. */
export function PickupsHeader(props: PickupsHeaderProps) {
  const { campuses, campusId, day, today, counts, onCampus, onDay, onAdd, children } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const campus = shortCampus(campusId);
  return (
    <header className="grid gap-2 rounded-2xl bg-mist px-3 py-2 sm:px-5 sm:py-3 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-center xl:gap-x-6">
      <div className="flex items-center justify-between gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5 sm:gap-1.5">
          <h2 className="text-lg sm:text-xl">{queueTitle(day, today)}</h2>
          <Progress counts={counts} />
        </div>
        <Button
          variant="ghost"
          aria-expanded={open}
          aria-controls={id}
          className={cn("h-12 px-2", UNFOLDS)}
          onClick={() => setOpen(!open)}
        >
          {campus}
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
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-start gap-1 max-sm:col-span-3">
          <DayStep label="Day before" onClick={() => onDay(addDays(day, -1))}>
            <ChevronLeft aria-hidden="true" />
          </DayStep>
          <Field label="Day" hideLabel className="sm:w-48">
            <DatePicker value={day} onChange={onDay} className="max-sm:px-2.5 max-sm:text-sm" />
          </Field>
          <DayStep label="Day after" onClick={() => onDay(addDays(day, 1))}>
            <ChevronRight aria-hidden="true" />
          </DayStep>
          {day === today ? null : (
            <Button
              variant="ghost"
              className="h-12 px-3 max-sm:px-2 lg:h-11"
              onClick={() => onDay("")}
            >
              Today
            </Button>
          )}
        </div>
        {children}
      </div>
    </header>
  );
}

function DayStep({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={label}
      onClick={onClick}
      className="h-12 w-12 lg:h-11 lg:w-11"
    >
      {children}
    </Button>
  );
}

function Progress({ counts }: Pick<PickupsHeaderProps, "counts">) {
  const all = counts?.all ?? 0;
  const done = counts?.done ?? 0;
  if (counts && all === 0) return null;
  return (
    <div className="flex h-6 items-center gap-3">
      <p className="tabular shrink-0 text-sm font-semibold" aria-live="polite">
        {counts ? countWords(done, all, "pickup", counts.failed) : ""}
      </p>
      {all > 0 ? (
        <div
          aria-hidden="true"
          className="h-1.5 max-w-72 flex-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-pine transition-[width]"
            style={{ width: `${(done / all) * 100}%` }}
          />
        </div>
      ) : null}
    </div>
  );
}
