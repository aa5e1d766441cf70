import { formatDay } from "@lib/format/dates";
import { Button } from "./button";

export interface DayChipsProps {
  /** What the marked days are: "Free return days". */
  legend: string;
  days: readonly string[];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

/** The days that a calendar marks, each one press away. */
export function DayChips({ legend, days, chosen, onChoose }: DayChipsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 flex items-center gap-2 text-xs text-muted">
        <span aria-hidden="true" className="h-1 w-4 bg-tape" />
        {legend}
      </legend>
      <div className="flex flex-wrap gap-2">
        {days.map((day) => (
          <Button
            key={day}
            size="sm"
            variant={day === chosen ? "primary" : "secondary"}
            aria-pressed={day === chosen}
            onClick={() => onChoose(day)}
          >
            {formatDay(day, "short")}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
