import { stepFailure } from "@api/errors";
import {
  chargeStaffFee,
  previewStaffFee,
  type StaffFee,
  staffFeeKeys,
} from "@api/pickups/staff-fees";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import names from "@facts/fees.json";
import { formatCents } from "@lib/format/money";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { extraPrice } from "@lib/site/fact-words";
import { pricing } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

interface ChargedFee {
  value: string;
  label: string;
  fee: StaffFee;
  /** what is counted; null: it is for the whole booking */
  measure: string | null;
}

const FEES: ChargedFee[] = [
  ...(["distance_pickup", "distance_return"] as const).map((fee) => ({
    value: fee,
    fee,
    label: names[fee],
    measure: "Miles from campus",
  })),
  { value: "labeling", fee: "labeling", label: names.labeling, measure: "Items without a label" },
  ...pricing.extras.map((one) => ({
    value: one.id,
    fee: "extra" as const,
    label: `${one.name}, ${extraPrice(one)}`,
    measure: one.per === "item" ? "Items" : null,
  })),
];

const schema = z.object({
  fee: z.string(),
  measure: z.string(),
  reason: filled("Please say why: the customer reads it.", 3),
});

/** A fee of the terms that shows on the day: its amount before it is charged, and why. */
export function FeeForm({ booking, onDone }: StepFormProps) {
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { fee: "distance_pickup", measure: "", reason: "" },
    onSend: ({ reason }) => {
      if (charge.isPending) return;
      // What it comes to is seen before it is charged.
      if (!visiblePreview) {
        void preview.refetch();
        return;
      }
      charge.mutate({ ...request, reason, expected_cents: visiblePreview.total_cents });
    },
  });
  const [fee, typed] = watch(["fee", "measure"]);
  const choice = FEES.find(({ value }) => value === fee);
  const counted = /^\d{1,3}(\.\d)?$/.test(typed.trim()) ? Number(typed) : 0;
  const measure = choice?.measure === null ? 1 : counted;
  const request = {
    booking_id: booking.id,
    fee: choice?.fee ?? "labeling",
    measure,
    ...(choice?.fee === "extra" ? { extra: fee } : {}),
  };
  const preview = useQuery({
    queryKey: staffFeeKeys.preview(request),
    queryFn: () => previewStaffFee(request),
    enabled: measure > 0,
    ...untilReachable,
  });
  const charge = useRecordStep(chargeStaffFee, (receipt) => {
    toast.success("Fee Charged", { description: formatCents(receipt.total_cents) });
    onDone();
  });
  const visiblePreview = measure > 0 ? preview.data : undefined;
  const problem = charge.error ?? (measure > 0 ? preview.error : null);

  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
      <p className="text-sm text-muted sm:col-span-2">
        Charged at once, by its measure. For what a crew saw at the door, propose a fee instead: it
        is charged after the office has looked at its photo.
      </p>
      <Field label="Fee">
        <Select options={FEES} value={fee} onValueChange={(one) => setValue("fee", one)} />
      </Field>
      {choice?.measure ? (
        <Field label={choice.measure}>
          <Input inputMode="decimal" autoComplete="off" {...register("measure")} />
        </Field>
      ) : null}
      <Field
        label="Why"
        required
        hint="The customer reads it on the statement."
        error={errorOf("reason")}
        className="sm:col-span-2"
      >
        <Input maxLength={200} {...register("reason")} />
      </Field>
      <div className="grid gap-2 sm:col-span-2">
        {visiblePreview && !problem ? (
          <p className="text-sm">
            {visiblePreview.term} {formatCents(visiblePreview.amount_cents)} and{" "}
            {formatCents(visiblePreview.tax_cents)} tax.
          </p>
        ) : null}
        <StepButtons
          label={visiblePreview ? `Charge ${formatCents(visiblePreview.total_cents)}` : "Charge"}
          disabled={!(visiblePreview || (measure > 0 && preview.isError))}
          busy={charge.isPending}
          problem={problem ? stepFailure(problem) : null}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}
