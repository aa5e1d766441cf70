import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { newId } from "@lib/browser/new-id";
import { formatCents, plainDollars } from "@lib/format/money";
import { dollars, filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { useMoneyStep } from "./payments-query";

const KINDS = {
  waive: { title: "Waive", words: "It need not be paid. What was paid of it becomes credit." },
  write_off: { title: "Write off", words: "It will never come. The customer owes it no more." },
  refund: {
    title: "Refund",
    words: "Send the money first; this writes down that the credit was paid back.",
  },
} as const;

/** What an executive lets go of: a part of an invoice, or an account's credit. */
export interface LettingOff {
  kind: keyof typeof KINDS;
  /** "INV-000012, Ada Byron" */
  of: string;
  invoiceId: string;
  most: number;
  /** Cents of credit that came by card: a refund sends them back there by itself. */
  toCard?: number;
}

interface LetOffDialogProps {
  /** null while the dialog is closed */
  letting: LettingOff | null;
  /** the invoice by which the account is open behind this */
  accountOf: string;
  onClose: () => void;
}

/** Amount and reason; each opening is one act, however often it is sent. */
export function LetOffDialog({ letting, accountOf, onClose }: LetOffDialogProps) {
  // What it was about stays drawn while the dialog closes.
  const [drawn, setDrawn] = useState(letting);
  if (letting && letting !== drawn) setDrawn(letting);
  const formId = useId();
  const step = useMoneyStep(accountOf, onClose);
  const kind = KINDS[drawn?.kind ?? "waive"];

  function close() {
    step.reset();
    onClose();
  }

  return (
    <Dialog open={letting !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent
        size="sm"
        title={kind.title}
        description={drawn?.of}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} variant="destructive" busy={step.isPending}>
              {kind.title}
            </Button>
          </>
        }
      >
        {letting ? (
          <LetOffForm
            id={formId}
            letting={letting}
            words={letting.toCard ? toCardWords(letting.toCard, letting.most) : kind.words}
            busy={step.isPending}
            refused={step.error ? toApiError(step.error).message : ""}
            onSave={(once, amount_cents, reason) =>
              step.mutate({
                kind: letting.kind,
                once,
                invoice_id: letting.invoiceId,
                amount_cents,
                reason,
              })
            }
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function toCardWords(toCard: number, most: number): string {
  const rest = toCard < most ? " Send the rest first, by e-Transfer." : "";
  return `Up to ${formatCents(toCard)} goes back to the card that paid, by itself.${rest}`;
}

interface LetOffFormProps {
  id: string;
  letting: LettingOff;
  words: string;
  busy: boolean;
  refused: string;
  onSave: (once: string, amountCents: number, reason: string) => void;
}

function LetOffForm({ id, letting, words, busy, refused, onSave }: LetOffFormProps) {
  const [once] = useState(newId);
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: z.object({
      amount: dollars(letting.most),
      reason: filled("Please give a reason.", 3),
    }),
    defaultValues: { amount: plainDollars(letting.most), reason: "" },
    busy,
    onSend: ({ amount, reason }) => onSave(once, amount, reason),
  });

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-sm text-muted">{words}</p>
      {refused ? <FormAlert tone="error">{refused}</FormAlert> : null}
      <Field
        label="Amount"
        hint={`At most ${formatCents(letting.most)}.`}
        required
        error={errorOf("amount")}
      >
        <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
      </Field>
      <Field
        label="Reason"
        hint="The customer reads it in the statement."
        required
        error={errorOf("reason")}
      >
        <Textarea rows={3} maxLength={400} {...register("reason")} />
      </Field>
    </form>
  );
}
