import { freeWindows } from "@api/bookings/places-held";
import { type ApiError, toApiError } from "@api/errors";
import type { ChangeReason } from "@api/pickups/pickups";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { Textarea } from "@components/ui/textarea";
import { REASONS } from "@features/crew/pickups/dates/change-reasons";
import { LoadNotice } from "@features/office/crew/load-notice";
import { trimmed } from "@lib/forms/schema";
import { windowsOf } from "@lib/site/pickup-windows";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { WindowChoice } from "./window-choice";

const NOTE_LENGTH = 500;

/** When a pickup is to be, and why: its window is chosen before anything is sent. */
export const planSchema = z.object({
  day: z.string(),
  window: z.string(),
  reason: z.custom<ChangeReason>(),
  note: trimmed,
});
type PickupPlan = z.input<typeof planSchema>;

interface ChangeFieldsProps {
  campusId: number;
  today: string;
  /** what saves it: a free window that its refusal offers is chosen with a press */
  save: { error: unknown; reset: () => void };
  /** stands between the fields and the refusal */
  children?: ReactNode;
}

/** Day, window with its places, reason and note: what a moved and an added pickup have in common. */
export function ChangeFields({ campusId, today, save, children }: ChangeFieldsProps) {
  const { register, watch, setValue } = useFormContext<PickupPlan>();
  const [day, window, reason] = watch(["day", "window", "reason"]);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day">
          <DatePicker value={day} min={today} onChange={(next) => setValue("day", next)} />
        </Field>
        <Field label="Reason">
          <Select
            options={REASONS}
            value={reason}
            onValueChange={(next) => setValue("reason", next as ChangeReason)}
          />
        </Field>
      </div>
      <WindowChoice
        campusId={campusId}
        day={day}
        value={window}
        onChange={(next) => setValue("window", next)}
      />
      <LoadNotice campusId={campusId} day={day} more={1} />
      <Field label="Note (optional)" hint="Kept with the change, for whoever asks why.">
        <Textarea rows={2} maxLength={NOTE_LENGTH} className="min-h-16" {...register("note")} />
      </Field>
      {children}
      {save.error ? (
        <Refusal
          campusId={campusId}
          error={toApiError(save.error)}
          onChoose={(offer) => {
            setValue("day", offer.day);
            setValue("window", offer.window);
            save.reset();
          }}
        />
      ) : null}
    </>
  );
}

interface RefusalProps {
  campusId: number;
  error: ApiError;
  onChoose: (offer: { day: string; window: string }) => void;
}

/** Why it was refused, and the free windows that the server offers instead, a press away. */
export function Refusal({ campusId, error, onChoose }: RefusalProps) {
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
              onClick={() =>
                onChoose({
                  day: offer.day,
                  window: offer.time ?? windowsOf(campusId)[0]?.label ?? "",
                })
              }
            >
              {offer.words}
            </Button>
          ))}
        </div>
      ) : null}
    </FormAlert>
  );
}
