import {
  type Booking,
  bookingKeys,
  changeBookingDate,
  changeBookingStatus,
} from "@api/bookings/booking";
import { type ChangedBooking, useBookingUndo } from "@api/bookings/use-undo";
import { statusLabel } from "@api/bookings/words";
import type { Rest } from "@api/client";
import { cancelWithoutFee } from "@api/customers/records";
import type { BookingStatus } from "@api/database.types";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { EXECUTIVE_STATUSES } from "@features/office/bookings/booking-lists";
import { useBookingsKey } from "@features/office/bookings/one-booking";
import { useDataSession } from "@features/office/data-session";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import * as z from "zod/mini";

/** The two things that executives set freely: expected delivery date and status. */
export function BookingEdit({ booking }: { booking: Booking }) {
  return (
    <section
      aria-label="Change this booking"
      className="mb-6 grid gap-4 rounded-2xl border border-line bg-mist p-4 sm:grid-cols-2"
    >
      <DeliveryDate booking={booking} />
      <Status booking={booking} />
    </section>
  );
}

const dateSchema = z.object({ day: z.string() });

function DeliveryDate({ booking }: { booking: Booking }) {
  const stored = booking.return_delivery_date ?? "";
  const change = useChange(
    (next: string, via) => changeBookingDate(booking.id, { return_delivery_date: next }, via),
    "Delivery date updated",
    "Error updating delivery date",
  );
  const { watch, setValue, onSubmit } = useSchemaForm({
    schema: dateSchema,
    defaultValues: { day: stored },
    busy: change.isPending,
    onSend: ({ day }) => change.mutate(day),
  });
  const day = watch("day");
  return (
    <Edit
      label="Expected delivery date"
      changed={day !== "" && day !== stored}
      busy={change.isPending}
      failed={change.isError}
      saveLabel="Save date"
      onSubmit={onSubmit}
    >
      <DatePicker
        value={day || undefined}
        onChange={(next) => setValue("day", next)}
        placeholder="Not set"
      />
    </Edit>
  );
}

/** What cancelling means in the booking's current state. */
function consequences(status: BookingStatus): string {
  if (status === "delivered" || status === "completed")
    return "The items are back with the customer already. What was charged stays, and the booking counts as cancelled.";
  if (status === "picked_up")
    return "We still hold the customer's items: arrange their return first. What was charged stays.";
  return "This gives the pickup place back and takes the customer out of the queue. No fee is charged.";
}

const statusSchema = z.object({ status: z.string(), reason: z.string().check(z.trim()) }).check(
  z.refine(({ status, reason }) => status !== "cancelled" || reason.length >= 3, {
    path: ["reason"],
    error: "Please say why: the customer reads it.",
  }),
);

function Status({ booking }: { booking: Booking }) {
  const change = useChange(
    ({ status, reason }: { status: string; reason: string }, via): Promise<ChangedBooking> =>
      status === "cancelled"
        ? cancelWithoutFee({ booking_id: booking.id, reason }, via)
        : changeBookingStatus(booking.id, status as BookingStatus, via),
    "Status updated",
    "Error updating status",
  );
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema: statusSchema,
    defaultValues: { status: booking.status as string, reason: "" },
    busy: change.isPending,
    onSend: (typed) => change.mutate(typed),
  });
  const status = watch("status");
  const cancels = status === "cancelled" && booking.status !== "cancelled";
  // In queue and completed come from the crew's work: shown where they are, not to be chosen.
  const known: readonly BookingStatus[] = EXECUTIVE_STATUSES;
  const values = known.includes(booking.status) ? known : [booking.status, ...known];
  return (
    <Edit
      label="Status"
      changed={status !== booking.status}
      busy={change.isPending}
      failed={change.isError}
      saveLabel={cancels ? "Cancel this booking" : "Save status"}
      destructive={cancels}
      onSubmit={onSubmit}
      below={
        cancels ? (
          <>
            <FormAlert tone="note">
              {consequences(booking.status)} The customer gets an email.
            </FormAlert>
            <Field label="Why" required error={errorOf("reason")}>
              <Input maxLength={500} {...register("reason")} />
            </Field>
          </>
        ) : null
      }
    >
      <Select
        options={values.map((value) => ({ value, label: statusLabel(value) }))}
        value={status}
        onValueChange={(next) => {
          setValue("status", next);
          change.reset();
        }}
      />
    </Edit>
  );
}

interface EditProps {
  label: string;
  changed: boolean;
  busy: boolean;
  /** What was chosen stays, to be tried again. */
  failed: boolean;
  saveLabel: string;
  destructive?: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  below?: ReactNode;
}

function Edit(props: EditProps) {
  const { label, changed, busy, failed, saveLabel, destructive, onSubmit, children, below } = props;
  return (
    <form noValidate onSubmit={onSubmit} className="grid content-start gap-3">
      <Field
        label={label}
        error={failed && changed ? "Not saved. Your choice is kept." : undefined}
      >
        {children}
      </Field>
      {below}
      <Button
        type="submit"
        variant={destructive ? "destructive" : changed ? "primary" : "secondary"}
        busy={busy}
        disabled={!changed}
        className="justify-self-start"
      >
        {failed && changed ? "Try again" : saveLabel}
      </Button>
    </form>
  );
}

/** A change of the booking, and a toast that says what became of it. */
function useChange<Value>(
  change: (next: Value, via: Rest) => Promise<ChangedBooking>,
  doneTitle: string,
  failedTitle: string,
) {
  const queries = useQueryClient();
  const session = useDataSession();
  const { via } = session;
  const queryKey = useBookingsKey();
  const { offer } = useBookingUndo(session);
  return useMutation({
    mutationFn: (next: Value) => change(next, via),
    onSuccess: (changed) => toast.success(doneTitle, offer(changed)),
    onError: (thrown) => toast.error(failedTitle, { description: toApiError(thrown).message }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey });
      void queries.invalidateQueries({ queryKey: bookingKeys.all });
    },
  });
}
