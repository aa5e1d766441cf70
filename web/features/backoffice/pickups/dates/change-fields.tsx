import { freeWindows } from "@api/bookings/places-held";
import type { ApiError } from "@api/errors";
import type { ChangeReason } from "@api/pickups/pickups";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { Textarea } from "@components/ui/textarea";
import booking from "@facts/booking.json";
import { REASONS } from "@features/backoffice/pickups/day/pickup-words";
import { WindowChoice } from "./window-choice";

const NOTE_LENGTH = 500;
/** Where a day has places for any time, its first window is chosen. */
const ANY_TIME = booking.pickup_windows[0]?.label ?? "";

export interface PickupPlan {
  day: string;
  window: string | undefined;
  reason: ChangeReason;
  note: string;
}

interface ChangeFieldsProps {
  campusId: number;
  today: string;
  plan: PickupPlan;
  onPlan: (change: Partial<PickupPlan>) => void;
}

/** Day, window with its places, reason and note: what a moved and an added pickup have in common. */
export function ChangeFields({ campusId, today, plan, onPlan }: ChangeFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day">
          <DatePicker value={plan.day} min={today} onChange={(day) => onPlan({ day })} />
        </Field>
        <Field label="Reason">
          <Select
            options={REASONS}
            value={plan.reason}
            onValueChange={(reason) => onPlan({ reason: reason as ChangeReason })}
          />
        </Field>
      </div>
      <WindowChoice
        campusId={campusId}
        day={plan.day}
        value={plan.window}
        onChange={(window) => onPlan({ window })}
      />
      <Field label="Note (optional)" hint="Kept with the change, for whoever asks why.">
        <Textarea
          rows={2}
          maxLength={NOTE_LENGTH}
          value={plan.note}
          onChange={({ target }) => onPlan({ note: target.value })}
          className="min-h-16"
        />
      </Field>
    </>
  );
}

interface RefusalProps {
  error: ApiError;
  onChoose: (offer: { day: string; window: string }) => void;
}

/** Why it was refused, and the free windows that the server offers instead, a press away. */
export function Refusal({ error, onChoose }: RefusalProps) {
  const offers = freeWindows(error);
  return (
    <FormAlert tone="error">
      <p>{error.message}</p>
      {offers.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {offers.map((offer) => (
            <Button
              key={offer.words}
              size="sm"
              variant="secondary"
              className="h-auto min-h-9 py-1.5 text-left whitespace-normal max-md:min-h-11"
              onClick={() => onChoose({ day: offer.day, window: offer.time ?? ANY_TIME })}
            >
              {offer.words}
            </Button>
          ))}
        </div>
      ) : null}
    </FormAlert>
  );
}
