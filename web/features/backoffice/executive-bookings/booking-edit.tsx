import { type Booking, bookingKeys, changeBookingDate, changeBookingStatus } from "@api/bookings";
import type { BookingStatus } from "@api/database.types";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { asExecutive } from "@features/backoffice/executive-session/executive-data";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { EXECUTIVE_BOOKINGS } from "./bookings-query";
import { STATUSES, statusLabel } from "./bookings-view";

/** The two things that executives set freely: expected delivery date and status. */
export function BookingEdit({ booking }: { booking: Booking }) {
  return (
    <section
      aria-label="Change this booking"
      className="grid gap-4 rounded-2xl border border-line bg-mist p-4 sm:grid-cols-2"
    >
      <DeliveryDate booking={booking} />
      <Status booking={booking} />
    </section>
  );
}

function DeliveryDate({ booking }: { booking: Booking }) {
  const stored = booking.return_delivery_date ?? undefined;
  const [day, setDay] = useState(stored);
  const change = useChange(
    (next: string) => changeBookingDate(booking.id, { return_delivery_date: next }, asExecutive()),
    "Delivery date updated",
    "Error updating delivery date",
    () => setDay(stored),
  );
  return (
    <Edit
      label="Expected delivery date"
      changed={day !== undefined && day !== stored}
      busy={change.isPending}
      saveLabel="Save date"
      onSave={() => day && change.mutate(day)}
    >
      <DatePicker value={day} onChange={setDay} placeholder="Not set" />
    </Edit>
  );
}

function Status({ booking }: { booking: Booking }) {
  const [status, setStatus] = useState<BookingStatus>(booking.status);
  const change = useChange(
    (next: BookingStatus) => changeBookingStatus(booking.id, next, asExecutive()),
    "Status updated",
    "Error updating status",
    () => setStatus(booking.status),
  );
  // In queue and completed come from the crew's work: shown where they are, not to be chosen.
  const known: readonly BookingStatus[] = STATUSES;
  const values = known.includes(booking.status) ? known : [booking.status, ...known];
  return (
    <Edit
      label="Status"
      changed={status !== booking.status}
      busy={change.isPending}
      saveLabel="Save status"
      onSave={() => change.mutate(status)}
      hint={
        status === "cancelled" && booking.status !== "cancelled"
          ? "This gives the pickup place back and takes the customer out of the queue."
          : undefined
      }
    >
      <Select
        options={values.map((value) => ({ value, label: statusLabel(value) }))}
        value={status}
        onValueChange={(next) => setStatus(next as BookingStatus)}
      />
    </Edit>
  );
}

interface EditProps {
  label: string;
  changed: boolean;
  busy: boolean;
  saveLabel: string;
  onSave: () => void;
  hint?: string | undefined;
  children: ReactNode;
}

function Edit({ label, changed, busy, saveLabel, onSave, hint, children }: EditProps) {
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (changed) onSave();
      }}
      className="grid content-start gap-3"
    >
      <Field label={label} hint={hint}>
        {children}
      </Field>
      <Button
        type="submit"
        variant={changed ? "primary" : "secondary"}
        busy={busy}
        disabled={!changed}
        className="justify-self-start"
      >
        {saveLabel}
      </Button>
    </form>
  );
}

/** A change of the booking, told as point 8 words it; what was refused is taken back. */
function useChange<Value>(
  change: (next: Value) => Promise<Booking>,
  done: string,
  failed: string,
  takeBack: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (row) => {
      queries.setQueryData([...EXECUTIVE_BOOKINGS, "one", row.id], row);
      toast.success(done);
    },
    onError: (thrown) => {
      takeBack();
      toast.error(failed, { description: toApiError(thrown).message });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: EXECUTIVE_BOOKINGS });
      void queries.invalidateQueries({ queryKey: bookingKeys.all });
    },
  });
}
