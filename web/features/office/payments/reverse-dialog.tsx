import type { StatementLine } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { formatCents } from "@lib/format/money";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useId } from "react";
import * as z from "zod/mini";
import { useReversal } from "./payments-query";

interface ReverseDialogProps {
  payment: StatementLine;
  /** the invoice by which the account is open behind this */
  accountOf: string;
  onClose: () => void;
}

/** Takes a recorded payment back, with a reason. */
export function ReverseDialog({ payment, accountOf, onClose }: ReverseDialogProps) {
  const formId = useId();
  const reversal = useReversal(accountOf, onClose);
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: z.object({ reason: filled("Please give a reason.", 3) }),
    defaultValues: { reason: "" },
    busy: reversal.isPending,
    onSend: ({ reason }) => reversal.mutate({ payment_ids: [payment.id], reason }),
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title="Take payment back"
        description={`${formatCents(-payment.amount_cents)}, ${payment.invoice_number ?? "no invoice"}, bank reference ${payment.bank_reference ?? "unknown"}`}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} variant="destructive" busy={reversal.isPending}>
              Take payment back
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          <p className="text-sm text-muted">
            What it paid is owed again. Both entries stay in the statement, and the customer gets an
            email if we had confirmed the payment.
          </p>
          {reversal.error ? (
            <FormAlert tone="error">{toApiError(reversal.error).message}</FormAlert>
          ) : null}
          <Field
            label="Reason"
            hint="The customer reads it in the statement."
            required
            error={errorOf("reason")}
          >
            <Textarea rows={3} maxLength={400} {...register("reason")} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
