import { bookingRuleKeys, cancelBooking, feeNow, previewCancellation } from "@api/booking-commands";
import { type Booking, bookingKeys } from "@api/bookings";
import { toApiError } from "@api/errors";
import { queueKeys } from "@api/queue";
import { slotKeys } from "@api/slots";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { filled } from "@lib/form-schema";
import { formatCents } from "@lib/money";
import { useSchemaForm } from "@lib/use-schema-form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { toast } from "sonner";
import * as z from "zod/mini";

const schema = z.object({ reason: filled("Please say why: the customer reads it.") });
const EDITABLE = ["pending", "confirmed", "in_queue", "picked_up"];
const CANCELLABLE = ["pending", "confirmed"];

/** What the office does with a booking on its customer's behalf, each with a reason. */
export function BookingActionsSection({ booking }: { booking: Booking }) {
  const [cancelling, setCancelling] = useState(false);
  const { status } = booking;
  if (!EDITABLE.includes(status)) return null;
  return (
    <section
      aria-labelledby="booking-actions-title"
      className="mt-4 grid gap-4 rounded-2xl border border-line bg-mist p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="booking-actions-title" className="text-lg">
          For the customer
        </h3>
        {cancelling ? null : (
          <div className="flex flex-wrap gap-2">
            <Button asChild variant="secondary" size="sm">
              <Link to={`/admin-dashboard/bookings/${booking.id}/edit`}>Edit booking</Link>
            </Button>
            {CANCELLABLE.includes(status) ? (
              <Button variant="secondary" size="sm" onClick={() => setCancelling(true)}>
                Cancel booking
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {cancelling ? <CancelForm booking={booking} onDone={() => setCancelling(false)} /> : null}
    </section>
  );
}

function CancelForm({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: bookingRuleKeys.cancellation(booking.id),
    queryFn: () => previewCancellation(booking.id),
    staleTime: 0,
    gcTime: 0,
    networkMode: "always",
    retry: false,
  });
  const cancel = useMutation({
    mutationFn: (sent: { fee: number; reason: string }) =>
      cancelBooking(booking.id, sent.fee, sent.reason),
    networkMode: "always",
    onSuccess: (stored) => {
      const fee = stored.cancellation_fee_cents ?? 0;
      toast.success("Booking Cancelled", {
        description: fee ? `The fee is ${formatCents(fee)}.` : "Free of charge.",
      });
      onDone();
    },
    onError: () => void preview.refetch(),
    onSettled: () => {
      for (const queryKey of [bookingKeys.all, queueKeys.all, slotKeys.all])
        void queries.invalidateQueries({ queryKey });
    },
  });
  const fee = preview.isFetching ? undefined : (feeNow(cancel.error) ?? preview.data?.fee_cents);
  const problem = cancel.error ?? preview.error;
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { reason: "" },
    busy: cancel.isPending,
    onSend: ({ reason }) => {
      if (fee !== undefined) cancel.mutate({ fee, reason });
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      {preview.data ? (
        <p>{preview.data.words}</p>
      ) : preview.isError ? null : (
        <Skeleton className="h-6" />
      )}
      <Field
        label="Why"
        required
        hint="The customer reads it in the mail, and it is kept in History."
        error={errorOf("reason")}
      >
        <Input maxLength={500} {...register("reason")} />
      </Field>
      {problem ? (
        <FormAlert tone="error">
          {toApiError(problem).unreachable
            ? "We can't reach the server. Nothing was changed; please try again."
            : toApiError(problem).message}
        </FormAlert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="destructive"
          disabled={fee === undefined}
          busy={cancel.isPending}
        >
          {fee ? `Cancel and charge ${formatCents(fee)}` : "Cancel free of charge"}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Keep the booking
        </Button>
      </div>
    </form>
  );
}
