import { Button } from "@components/ui/button";
import { addDays } from "@lib/format/dates";
import { useReadAhead } from "@lib/lists/read-ahead";
import { ClipboardList, Plus } from "lucide-react";
import { crewRead, pullRead } from "./office/run-reads";

interface DayPairProps {
  day: string;
  today: string;
  onDay: (day: string) => void;
}

/** The days that crews have. */
export function DayPair({ day, today, onDay }: DayPairProps) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Day</legend>
      {[
        { value: today, label: "Today" },
        { value: addDays(today, 1), label: "Tomorrow" },
      ].map(({ value, label }) => (
        <Button
          key={value}
          variant={value === day ? "pine" : "ghost"}
          aria-pressed={value === day}
          className="h-12 max-sm:px-3 lg:h-11"
          onClick={() => onDay(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

interface RunToolsProps {
  campusId: number;
  day: string;
  office: boolean;
  onPull: () => void;
  onNew: () => void;
}

/** What goes out on the day, and a further run of it. */
export function RunTools({ campusId, day, office, onPull, onNew }: RunToolsProps) {
  const pullAhead = useReadAhead([pullRead(campusId, day)]);
  const crewAhead = useReadAhead([crewRead(campusId, day)]);
  return (
    <div className="flex flex-wrap gap-2 max-sm:col-span-3">
      <Button {...pullAhead} variant="secondary" className="h-12 lg:h-11" onClick={onPull}>
        <ClipboardList aria-hidden="true" />
        Pull list
      </Button>
      {office ? (
        <Button {...crewAhead} variant="secondary" className="h-12 lg:h-11" onClick={onNew}>
          <Plus aria-hidden="true" />
          New run
        </Button>
      ) : null}
    </div>
  );
}
