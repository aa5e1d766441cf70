import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { InvoiceStateBadge } from "@components/invoice-state";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { spacedReference } from "@lib/format/invoice-code";
import { plainDollars } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import { dollars, filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useEffect, useId } from "react";
import * as z from "zod/mini";
import { codeOf, matchWords } from "./match-words";
import { byCode, type MoneyStep, useInvoices, useMoneyStep } from "./payments-query";

const CODE_LENGTH = 8;

interface RecordDialogProps {
  /** The code to begin with, "" for none; null while the dialog is closed. */
  reference: string | null;
  /** the campus day */
  today: string;
  /** the invoice whose account is open behind this */
  accountOf: string | null;
  onClose: () => void;
}

/** Matches an e-Transfer with the invoice that its code names, which is shown before it is saved. */
export function RecordDialog({ reference, today, accountOf, onClose }: RecordDialogProps) {
  const formId = useId();
  const step = useMoneyStep(accountOf, onClose);

  const confirmed = confirmedStep(step.error, step.variables);

  function close() {
    step.reset();
    onClose();
  }

  return (
    <Dialog open={reference !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent
        size="sm"
        title="Record e-Transfer"
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={step.isPending}>
              Record payment
            </Button>
          </>
        }
      >
        {reference === null ? null : (
          <RecordForm
            id={formId}
            reference={reference}
            today={today}
            refused={step.error ? toApiError(step.error).message : ""}
            onConfirm={confirmed ? () => step.mutate(confirmed) : null}
            busy={step.isPending}
            onRecord={(transfer) => step.mutate({ kind: "record", transfer })}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** The step that was refused for a person's confirmation, confirmed; null if it was not. */
function confirmedStep(error: unknown, step: MoneyStep | undefined): MoneyStep | null {
  if (!error || step?.kind !== "record") return null;
  const details = toApiError(error).details;
  if (typeof details !== "object" || details === null) return null;
  const { transfer } = step;
  if ("owed_cents" in details)
    return { kind: "record", transfer: { ...transfer, accept_excess: true } };
  if ("taken_back" in details)
    return { kind: "record", transfer: { ...transfer, taken_back: String(details.taken_back) } };
  return null;
}

const transferSchema = (today: string) =>
  z.object({
    reference: z
      .string()
      .check(z.overwrite(codeOf), z.length(CODE_LENGTH, "The code has eight letters and digits.")),
    amount: dollars(),
    day: z.string().check(z.refine((day) => day <= today, "That day is still to come.")),
    bank: filled("Please give the bank's own reference."),
  });

interface RecordFormProps {
  id: string;
  reference: string;
  today: string;
  busy: boolean;
  refused: string;
  /** records what was refused for a confirmation */
  onConfirm: (() => void) | null;
  onRecord: (transfer: {
    reference: string;
    amount_cents: number;
    received_on: string;
    bank_reference: string;
  }) => void;
}

function RecordForm(props: RecordFormProps) {
  const { id, reference, today, busy, refused, onConfirm, onRecord } = props;
  const { register, watch, getValues, setValue, errorOf, onSubmit } = useSchemaForm({
    schema: transferSchema(today),
    defaultValues: {
      reference: reference ? spacedReference(reference) : "",
      amount: "",
      day: today,
      bank: "",
    },
    busy,
    onSend: ({ reference, amount, day, bank }) =>
      onRecord({ reference, amount_cents: amount, received_on: day, bank_reference: bank }),
  });
  const form = watch();
  const code = codeOf(form.reference);
  const whole = code.length === CODE_LENGTH;
  const invoices = useInvoices(byCode(code), whole);
  const invoice = whole ? invoices.data?.rows.find((row) => row.reference === code) : undefined;
  const owed = invoice?.owed_cents ?? 0;
  // What is owed is offered; what was typed stays.
  useEffect(() => {
    if (owed > 0 && getValues("amount") === "") setValue("amount", plainDollars(owed));
  }, [owed, getValues, setValue]);

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      {refused ? (
        <FormAlert tone="error">
          <p>{refused}</p>
          {onConfirm ? (
            <Button variant="secondary" size="sm" busy={busy} onClick={onConfirm}>
              Record it anyway
            </Button>
          ) : null}
        </FormAlert>
      ) : null}
      <Field label="Reference code" required error={errorOf("reference")}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="uppercase"
          {...register("reference")}
        />
      </Field>
      <div role="status" className="min-h-12 rounded-2xl bg-mist px-4 py-3 text-sm">
        {!whole ? (
          <span className="text-muted">The code names the invoice.</span>
        ) : invoice ? (
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {invoice.name}
              <InvoiceStateBadge state={invoice.state} />
            </p>
            <p className="tabular text-muted">
              {invoice.number}, {invoice.words.toLowerCase()}.{" "}
              {matchWords(invoice.owed_cents, centsOf(form.amount))}
            </p>
          </div>
        ) : invoices.isPending || invoices.isPlaceholderData ? (
          <Skeleton late className="h-6 w-48" />
        ) : (
          <span className="font-semibold">
            No invoice has this code. Please compare it with the transfer.
          </span>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Amount" required error={errorOf("amount")}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            {...register("amount")}
          />
        </Field>
        <Field label="Received on" error={errorOf("day")}>
          <DatePicker
            value={form.day}
            onChange={(day) => setValue("day", day, { shouldValidate: true })}
          />
        </Field>
      </div>
      <Field
        label="Bank reference"
        hint="As the bank's notice has it. The same one is never recorded twice."
        required
        error={errorOf("bank")}
      >
        <Input autoComplete="off" spellCheck={false} maxLength={60} {...register("bank")} />
      </Field>
    </form>
  );
}
