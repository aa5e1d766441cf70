import type { Booking } from "@api/bookings/booking";
import { bookingRuleKeys, bookingRules, editBooking, previewEdit } from "@api/bookings/commands";
import { useCampusClock } from "@api/clock";
import { stepFailure } from "@api/errors";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { LateCalendar } from "@components/ui/late-calendar";
import { StepButtons } from "@features/office/bookings/record/step-buttons";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { LoadNotice } from "@features/office/crew/load-notice";
import { formatDay } from "@lib/format/dates";
import { filled } from "@lib/forms/schema";
import { priceReading } from "@lib/forms/use-price";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";

interface KitDateFormProps {
  booking: Booking;
  onDone: () => void;
  /** It was moved, and not only closed. */
  onSaved: () => void;
}

const schema = z.object({
  day: z.string().check(z.minLength(1, "Please choose a day.")),
  reason: filled("Please give a reason: it is kept with the change."),
});

/** Another day for a supply kit: from the first that can be kept, and before the pickup. */
export function KitDateForm({ booking, onDone, onSaved }: KitDateFormProps) {
  const today = useCampusClock().data?.today;
  const rules = useQuery({
    queryKey: bookingRuleKeys.rules(booking.id),
    queryFn: () => bookingRules(booking.id),
    ...untilReachable,
  });
  const from = rules.data?.kit_from;
  const changes = (day: string) => ({ supply_kit_delivery_date: day });
  const move = useRecordStep(
    // The server keeps one change, however often this one arrives.
    ({ day, reason }: z.output<typeof schema>) => editBooking(booking.id, changes(day), 0, reason),
    (stored) => {
      toast.success("Date Updated", {
        description: `Supply kit: ${formatDay(stored.supply_kit_delivery_date)}. The customer gets an email.`,
      });
      onSaved();
      onDone();
    },
  );
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { day: "", reason: "The kit could not be delivered." },
    busy: move.isPending,
    onSend: (plan) => move.mutate(plan),
  });
  const day = watch("day");
  const preview = useQuery({
    queryKey: bookingRuleKeys.edit(booking.id, changes(day)),
    queryFn: () => previewEdit(booking.id, changes(day)),
    enabled: day !== "",
    ...priceReading,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <p className="tabular text-sm">
        Now {formatDay(booking.supply_kit_delivery_date, "medium", "no kit")}. Pickup{" "}
        {formatDay(booking.pickup_date, "medium", "not scheduled")}: the kit comes at least a day
        before.
      </p>
      <LateCalendar
        {...(day ? { value: day } : {})}
        {...(from ? { min: from } : {})}
        {...(today ? { today } : {})}
        onChange={(next) => {
          setValue("day", next, { shouldValidate: true });
          move.reset();
        }}
        className="justify-self-start"
      />
      <Field label="Reason" required error={errorOf("reason")}>
        <Input maxLength={500} {...register("reason")} />
      </Field>
      {day ? <LoadNotice campusId={booking.campus_id} day={day} more={1} /> : null}
      {errorOf("day") ? (
        <p role="alert" className="text-sm text-brick-text">
          {errorOf("day")}
        </p>
      ) : null}
      <StepButtons
        label={day ? `Move to ${formatDay(day, "short")}` : "Move"}
        disabled={preview.isFetching && !preview.isError}
        busy={move.isPending}
        problem={move.problem ?? (preview.error ? stepFailure(preview.error) : null)}
        onCancel={onDone}
      />
    </form>
  );
}
