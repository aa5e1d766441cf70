import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RemoveButton } from "@features/office/settings/remove-button";
import { Plus } from "lucide-react";
import type { SeasonValues } from "./season-document";

type Days = SeasonValues["closed_days"];

interface ClosedDaysProps {
  season: SeasonValues;
  onChange: (next: Days) => void;
  /** what is wrong with a value, such as `0.reason` */
  problemOf: (field: string) => string | undefined;
}

/** Days without work at any campus, each with the reason that customers read. */
export function ClosedDays({ season, onChange, problemOf }: ClosedDaysProps) {
  const days = season.closed_days;
  const change = (place: number, part: Partial<Days[number]>) =>
    onChange(days.map((one, index) => (index === place ? { ...one, ...part } : one)));
  return (
    <div className="col-span-full grid gap-3">
      <div>
        <p className="text-sm font-semibold">Closed days</p>
        <p className="text-xs text-muted">
          At every campus. A day of one campus is closed under Schedule or Capacity.
        </p>
      </div>
      {days.map(({ date, reason }, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is known by its place in the form
          key={place}
          className="grid items-start gap-3 sm:grid-cols-[14rem_1fr_auto]"
        >
          <Field label={`Closed day ${place + 1}`} error={problemOf(`${place}.date`)}>
            <DatePicker
              value={date || undefined}
              opensAt={season.first_pickup}
              min={season.first_pickup}
              onChange={(day) => change(place, { date: day })}
            />
          </Field>
          <Field
            label={
              <>
                Why<span className="sr-only"> day {place + 1} is closed</span>
              </>
            }
            error={problemOf(`${place}.reason`)}
          >
            <Input
              value={reason}
              maxLength={100}
              autoComplete="off"
              placeholder="Canada Day"
              onChange={({ target }) => change(place, { reason: target.value })}
            />
          </Field>
          <RemoveButton
            label={`Remove closed day ${place + 1}`}
            onRemove={() => onChange(days.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onChange([...days, { date: "", reason: "" }])}
        >
          <Plus aria-hidden="true" />
          Add a closed day
        </Button>
      </div>
    </div>
  );
}
