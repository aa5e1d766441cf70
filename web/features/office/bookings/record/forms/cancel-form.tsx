import { cancelBooking, feeNow } from "@api/bookings/commands";
import { useBookingUndo } from "@api/bookings/use-undo";
import { stepFailure } from "@api/errors";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { formatCents } from "@lib/format/money";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { cancellationRead } from "../record-reads";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const schema = z.object({ reason: filled("Please say why: the customer reads it.") });

/** Cancels for the customer: the fee of this moment first, and a reason. */
export function CancelForm({ booking, onDone }: StepFormProps) {
  const { offer } = useBookingUndo();
  const cancel = useRecordStep(
    (cancellation: { fee: number; reason: string }) =>
      cancelBooking(booking.id, cancellation.fee, cancellation.reason),
    (stored) => {
      const fee = stored.cancellation_fee_cents ?? 0;
      toast.success("Booking Cancelled", {
        description: fee ? `The fee is ${formatCents(fee)}.` : "Free of charge.",
        ...offer(stored),
      });
      onDone();
    },
  );
  // While the booking is being cancelled, everything is read again except the cancellation price.
  const preview = useQuery({ ...cancellationRead(booking.id), enabled: !cancel.isPending });
  const unknown = preview.isError && !preview.data;
  const fee = preview.isFetching ? undefined : (feeNow(cancel.error) ?? preview.data?.fee_cents);
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { reason: "" },
    busy: cancel.isPending,
    onSend: ({ reason }) => {
      if (unknown) void preview.refetch();
      if (fee !== undefined)
        cancel.mutate({ fee, reason }, { onError: () => void preview.refetch() });
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      {preview.data ? (
        <p>{preview.data.words}</p>
      ) : preview.isError ? null : (
        <Skeleton late className="h-6" />
      )}
      <Field
        label="Why"
        required
        hint="The customer reads it in the email, and it is kept in History."
        error={errorOf("reason")}
      >
        <Input maxLength={500} {...register("reason")} />
      </Field>
      <StepButtons
        destructive={!unknown}
        label={
          unknown
            ? "Ask for the fee again"
            : fee
              ? `Cancel and charge ${formatCents(fee)}`
              : "Cancel free of charge"
        }
        cancelLabel="Keep the booking"
        disabled={fee === undefined && !unknown}
        busy={cancel.isPending}
        problem={cancel.problem ?? (preview.error ? stepFailure(preview.error) : null)}
        onCancel={onDone}
      />
    </form>
  );
}
