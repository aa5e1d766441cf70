import { Checkbox } from "@components/ui/checkbox";
import { WEEKDAYS } from "./season-document";

interface WeekdaysProps {
  /** Monday is "1" */
  value: Record<string, boolean>;
  onChange: (next: Record<string, boolean>) => void;
  error?: string | undefined;
}

/** The days of the week on which there is work. */
export function Weekdays({ value, onChange, error }: WeekdaysProps) {
  return (
    <fieldset className="col-span-full grid gap-1">
      <legend className="text-sm font-semibold">Days of the week</legend>
      <div className="flex flex-wrap gap-x-5">
        {WEEKDAYS.map((one) => (
          <Checkbox
            key={one.value}
            label={one.label}
            checked={value[one.value] === true}
            onCheckedChange={(checked) => onChange({ ...value, [one.value]: checked })}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-xs font-medium text-brick-text">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
