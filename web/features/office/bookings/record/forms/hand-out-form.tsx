import { handOutLabels } from "@api/pickups/runs";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { labelCode } from "@lib/labels/label-code";
import { toast } from "@lib/toast";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const WRONG = "Enter a label of ours, as SS-7K4M2-B.";
const isLabel = (text: string) => labelCode(text) !== null;
const schema = z.object({
  first: z.string().check(z.refine(isLabel, WRONG)),
  last: z.string().check(z.refine((text) => text.trim() === "" || isLabel(text), WRONG)),
});

/** Labels of a roll that a customer gets to put on boxes at home. */
export function HandOutForm({ booking, onDone }: StepFormProps) {
  const handOut = useRecordStep(
    (args: Parameters<typeof handOutLabels>[0]) => handOutLabels(args),
    ({ codes }) => {
      toast.success("Labels handed out", {
        description: codes.length === 1 ? codes[0] : `${codes.length} labels`,
      });
      onDone();
    },
  );
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { first: "", last: "" },
    busy: handOut.isPending,
    onSend: ({ first, last }) =>
      handOut.mutate({ booking_id: booking.id, first, last: last.trim() || null }),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First label" required error={errorOf("first")}>
          <Input autoComplete="off" autoCapitalize="characters" {...register("first")} />
        </Field>
        <Field
          label="Last label"
          hint="Of the same strip. Leave it empty for one label."
          error={errorOf("last")}
        >
          <Input autoComplete="off" autoCapitalize="characters" {...register("last")} />
        </Field>
      </div>
      <StepButtons
        label="Hand out"
        busy={handOut.isPending}
        problem={handOut.problem}
        onCancel={onDone}
      />
    </form>
  );
}
