import { statusLabel } from "@api/booking-words";
import { type Booking, bookingKeys, changeBookingDate, changeBookingStatus } from "@api/bookings";
import type { Rest } from "@api/client";
import type { BookingStatus } from "@api/database.types";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { useDataSession } from "@features/backoffice/data-session";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { EXECUTIVE_STATUSES } from "./booking-lists";
import { useBookingsKey } from "./bookings-query";

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

function DeliveryDate({ booking }: { booking: Booking }) {
  const stored = booking.return_delivery_date ?? undefined;
  const [day, setDay] = useState(stored);
  const change = useChange(
    (next: string, via: Rest) => changeBookingDate(booking.id, { return_delivery_date: next }, via),
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
    (next: BookingStatus, via: Rest) => changeBookingStatus(booking.id, next, via),
    "Status updated",
    "Error updating status",
    () => setStatus(booking.status),
  );
  // In queue and completed come from the crew's work: shown where they are, not to be chosen.
  const known: readonly BookingStatus[] = EXECUTIVE_STATUSES;
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

/** A change of the booking, and a toast that says what became of it; a refusal is taken back. */
function useChange<Value>(
  change: (next: Value, via: Rest) => Promise<Booking>,
  done: string,
  failed: string,
  takeBack: () => void,
) {
  const queries = useQueryClient();
  const { via } = useDataSession();
  const queryKey = useBookingsKey();
  return useMutation({
    mutationFn: (next: Value) => change(next, via),
    onSuccess: (row) => {
      queries.setQueryData([...queryKey, "one", row.id], row);
      toast.success(done);
    },
    onError: (thrown) => {
      takeBack();
      toast.error(failed, { description: toApiError(thrown).message });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey });
      void queries.invalidateQueries({ queryKey: bookingKeys.all });
    },
  });
}
