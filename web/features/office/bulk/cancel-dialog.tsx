import { cancelBookings, cancellationCosts } from "@api/bookings/bulk";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { counted } from "@components/lists/pager";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { StepButtons } from "@features/office/bookings/record/step-buttons";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { formatCents } from "@lib/format/money";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { BulkDialog, type BulkStepProps } from "./bulk-dialog";
import { partsOf } from "./bulk-row";

const schema = z.object({ reason: filled("Please say why: the customers read it.") });

/** Cancels bookings for one reason; what it costs each is shown before. */
export function CancelDialog({ rows, onClose }: BulkStepProps) {
  const ids = rows.map(({ id }) => id);
  const cancel = useRecordStep(cancelBookings, () => undefined);
  const costs = useQuery({
    queryKey: ["cancellation-costs", ids],
    queryFn: () => cancellationCosts(ids),
    staleTime: 0,
    retry: false,
    networkMode: "always",
    enabled: !(cancel.isPending || cancel.data),
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { reason: "" },
    busy: cancel.isPending,
    onSend: ({ reason }) => {
      if (!costs.data) return void costs.refetch();
      const fees = new Map(costs.data.map((cost) => [cost.booking_id, cost.fee_cents]));
      cancel.mutate(
        partsOf(rows).map((part) => ({
          reason,
          bookings: part.map(({ id }) => ({
            booking_id: id,
            expected_fee_cents: fees.get(id) ?? 0,
          })),
        })),
      );
    },
  });
  const open = costs.data?.filter(({ refused }) => refused === null);
  return (
    <BulkDialog
      title={`Cancel ${counted(rows.length, "booking")}`}
      description="Each customer gets one email with the reason."
      verb="cancelled"
      rows={rows}
      results={cancel.data}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        {costs.data && open ? (
          <FormAlert tone="note">
            <p>{feeWords(open.map(({ fee_cents }) => fee_cents))}</p>
            {open.length < costs.data.length ? (
              <p>
                {counted(costs.data.length - open.length, "booking")} cannot be cancelled. The
                report says why.
              </p>
            ) : null}
          </FormAlert>
        ) : costs.isError ? (
          <FormAlert tone="error">{toApiError(costs.error).message}</FormAlert>
        ) : (
          <Skeleton late className="h-12" />
        )}
        <Field
          label="Why"
          required
          hint="The customers read it in the email, and it is kept in History."
          error={errorOf("reason")}
        >
          <Input maxLength={500} {...register("reason")} />
        </Field>
        <StepButtons
          destructive
          label={costs.isError ? "Ask for the fees again" : `Cancel ${open?.length ?? ""} bookings`}
          cancelLabel="Keep the bookings"
          disabled={!(costs.isError || open?.length)}
          busy={cancel.isPending}
          problem={cancel.problem}
          onCancel={() => onClose(null)}
        />
      </form>
    </BulkDialog>
  );
}

/** "Free for 10. 2 with a fee: $100 in all." */
function feeWords(fees: readonly number[]): string {
  const charged = fees.filter((cents) => cents > 0);
  const free = fees.length - charged.length;
  if (charged.length === 0) return fees.length > 0 ? "Free for all." : "None can be cancelled.";
  const sum = formatCents(charged.reduce((total, cents) => total + cents, 0));
  return `${free > 0 ? `Free for ${free}. ` : ""}${charged.length} with a fee: ${sum} in all.`;
}
