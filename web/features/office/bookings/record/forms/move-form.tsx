import { useBookingUndo } from "@api/bookings/use-undo";
import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { changePickup } from "@api/pickups/pickups";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { LateCalendar } from "@components/ui/late-calendar";
import { Select } from "@components/ui/select";
import { Refusal } from "@features/crew/pickups/dates/change-fields";
import { REASONS } from "@features/crew/pickups/dates/change-reasons";
import { WindowChoice } from "@features/crew/pickups/dates/window-choice";
import { LoadNotice } from "@features/office/crew/load-notice";
import { formatDay } from "@lib/format/dates";
import { trimmed } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { windowOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import * as z from "zod/mini";
import type { MovedBooking, StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";
import { MovePreview } from "./move-preview";

const schema = z.object({
  day: z.string().check(z.minLength(1, "Please choose a day.")),
  window: z.string().check(z.minLength(1, "Please choose a window.")),
  reason: z.enum(["building", "crew", "customer", "other", "weather"]),
  note: trimmed,
});

interface MoveFormProps extends Omit<StepFormProps, "booking"> {
  booking: MovedBooking;
}

/** Another day and window: the calendar is open, the window stays unless another one is pressed. */
export function MoveForm({ booking, onDone, onSaved }: MoveFormProps) {
  const today = useCampusClock().data?.today;
  const { pickup_date: date, pickup_time: time } = booking;
  const { offer } = useBookingUndo();
  const move = useRecordStep(changePickup, (moved) => {
    toast.success("Date Updated", {
      description: `${formatDay(day)}, ${window}. The customer gets an email.`,
      // A further pickup moves by itself, and its booking stays.
      ...(moved.pickup_date === day ? offer(moved) : {}),
    });
    onSaved?.();
    onDone();
  });
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      day: date && today && date >= today ? date : "",
      window: windowOf(time, booking.campus_id)?.label ?? "",
      reason: "customer" as const,
      note: "",
    },
    busy: move.isPending,
    onSend: (plan) =>
      move.mutate({
        booking_id: booking.id,
        pickup_date: plan.day,
        pickup_time: plan.window,
        reason: plan.reason,
        ...(plan.note ? { note: plan.note } : {}),
        ...(date ? { seen_date: date } : {}),
        ...(time ? { seen_time: time } : {}),
      }),
  });
  const [day, window, reason] = watch(["day", "window", "reason"]);
  const choose = (field: "day" | "window", value: string) => {
    setValue(field, value, { shouldValidate: true });
    move.reset();
  };
  return (
    <form noValidate className="@container grid gap-4" onSubmit={onSubmit}>
      <p className="tabular text-sm">
        Now {formatDay(date, "medium", "no pickup date")}
        {time ? `, ${time}` : ""}.
      </p>
      <div className="grid gap-4 @2xl:grid-cols-[auto_minmax(0,1fr)]">
        <LateCalendar
          {...(day ? { value: day } : {})}
          {...(today ? { min: today, today } : {})}
          onChange={(next) => choose("day", next)}
          className="w-77 max-w-full"
        />
        <div className="grid content-start gap-4">
          {day ? (
            <WindowChoice
              campusId={booking.campus_id}
              day={day}
              value={window}
              onChange={(next) => choose("window", next)}
            />
          ) : null}
          {day && day !== date ? (
            <LoadNotice campusId={booking.campus_id} day={day} more={1} />
          ) : null}
          <Field label="Reason">
            <Select
              options={REASONS}
              value={reason}
              onValueChange={(next) => setValue("reason", next as typeof reason)}
            />
          </Field>
          <Field label="Note (optional)">
            <Input maxLength={500} {...register("note")} />
          </Field>
          <MovePreview booking={booking} day={day} window={window} />
          <p className="text-xs text-muted">The customer gets an email.</p>
        </div>
      </div>
      {(errorOf("day") ?? errorOf("window")) ? (
        <p role="alert" className="text-sm text-brick-text">
          {errorOf("day") ?? errorOf("window")}
        </p>
      ) : null}
      {move.isError ? (
        <Refusal
          campusId={booking.campus_id}
          error={toApiError(move.error)}
          onChoose={(free) => {
            choose("day", free.day);
            choose("window", free.window);
          }}
        />
      ) : null}
      <StepButtons
        label={day ? `Move to ${formatDay(day, "short")}` : "Move"}
        disabled={day === date && window === windowOf(time, booking.campus_id)?.label}
        busy={move.isPending}
        problem={null}
        onCancel={onDone}
      />
    </form>
  );
}
