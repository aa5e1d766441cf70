import { Button } from "@components/ui/button";
import { formatDay } from "@lib/dates";

/** The days on which a return costs nothing, each one press away. */
export function FreeDays({
  days,
  chosen,
  onChoose,
}: {
  days: readonly string[];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 flex items-center gap-2 text-xs text-muted">
        <span aria-hidden="true" className="h-1 w-4 bg-tape" />
        Free return days
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
