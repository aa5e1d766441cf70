import { useCampusClock } from "@api/clock";
import { feeKeys, proposeFee } from "@api/customers/fees";
import { stepFailure } from "@api/errors";
import { fileOf, uploadFile } from "@api/files";
import { FileField } from "@components/files/file-field";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { campusMinute } from "@lib/format/campus-time";
import { formatCents, plainDollars } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import type { PickedFile } from "@lib/forms/picked-file";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { termsRead } from "../record-reads";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const schema = z.object({
  term: z.string().check(z.minLength(1, "Please choose a fee.")),
  amount: z.string(),
  reason: filled("Please say why: the customer reads it.", 3),
  /** as the field writes it: "2027-05-01T17:30", campus time */
  arrived: z.string(),
});

interface ProposeFeeFormProps extends Omit<StepFormProps, "booking"> {
  booking: { id: string };
  /** where it happened; its own arrival counts */
  stop?: { id: string; arrived_at: string | null };
}

/** A fee of the terms with its evidence, for the office to charge or not. */
export function ProposeFeeForm({ booking, stop, onDone }: ProposeFeeFormProps) {
  const queries = useQueryClient();
  const { data: clock } = useCampusClock();
  const offset = clock?.utc_offset;
  const arrival = stop?.arrived_at;
  const [photo, setPhoto] = useState<PickedFile | null>(null);
  const [reading, setReading] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const terms = useQuery(termsRead(booking.id));
  const propose = useRecordStep(
    async (proposal: Parameters<typeof proposeFee>[0] & { photo: PickedFile }, key) => {
      const { photo: evidence, ...fee } = proposal;
      await uploadFile(evidence, "evidence");
      await proposeFee(fee, key);
    },
    () => {
      void queries.invalidateQueries({ queryKey: feeKeys.all });
      toast.success("Fee proposed", { description: "It waits under Needs a person." });
      onDone();
    },
  );
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      term: "",
      amount: "",
      reason: "",
      arrived: offset ? campusMinute(new Date().toISOString(), offset).replace(" ", "T") : "",
    },
    busy: propose.isPending,
    onRefuse: () => terms.isError && void terms.refetch(),
    onSend: (plan) => {
      const { amount, reason, arrived } = plan;
      const cents = centsOf(amount);
      const chosenTerm = terms.data?.find((one) => one.term === plan.term);
      if (!chosenTerm) return;
      if (cents === null || cents < chosenTerm.least_cents || cents > chosenTerm.most_cents)
        return setWrong(`Please enter an amount ${rangeOf(chosenTerm)}.`);
      if (!(arrival || (arrived && offset))) return setWrong("Please say when the crew arrived.");
      if (!photo) return setWrong("Please add the photo: without one it cannot be charged.");
      setWrong(null);
      propose.mutate({
        booking_id: booking.id,
        term: chosenTerm.term,
        amount_cents: cents,
        reason,
        photo_id: photo.id,
        ...(stop ? { stop_id: stop.id } : {}),
        arrived_at: arrival ?? `${arrived}:00${offset}`,
        photo,
      });
    },
  });
  const term = watch("term");
  const selectedTerm = terms.data?.find((one) => one.term === term);
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
      <Field label="Fee" required error={errorOf("term")}>
        <Select
          options={(terms.data ?? []).map(({ term: value, name }) => ({ value, label: name }))}
          value={term}
          placeholder={terms.data ? "Choose a fee" : "Loading…"}
          onValueChange={(next) => {
            setValue("term", next, { shouldValidate: true });
            const least = terms.data?.find((one) => one.term === next)?.least_cents ?? 0;
            setValue("amount", plainDollars(least));
          }}
        />
      </Field>
      <Field label="Amount" hint={selectedTerm ? selectedTerm.rule : "The terms give the range."}>
        <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
      </Field>
      {arrival ? null : (
        <Field label="The crew arrived" hint="Campus time.">
          <Input type="datetime-local" {...register("arrived")} />
        </Field>
      )}
      <Field
        label="Why"
        required
        hint="The customer reads it with the fee."
        error={errorOf("reason")}
        className="sm:col-span-2"
      >
        <Input maxLength={300} autoComplete="off" {...register("reason")} />
      </Field>
      <div className="sm:col-span-2">
        <FileField
          load={fileOf}
          label="Photo"
          hint="What the crew found. The customer sees it."
          kind="photo"
          picked={photo}
          busy={propose.isPending}
          reading={reading}
          onReading={setReading}
          onPick={setPhoto}
          onRemove={() => setPhoto(null)}
        />
      </div>
      <div className="sm:col-span-2">
        <StepButtons
          label="Propose the fee"
          disabled={reading || !(terms.data || terms.isError)}
          busy={propose.isPending}
          problem={wrong ?? propose.problem ?? (terms.error ? stepFailure(terms.error) : null)}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}

function rangeOf({ least_cents, most_cents }: { least_cents: number; most_cents: number }): string {
  if (least_cents === most_cents) return `of ${formatCents(least_cents)}`;
  return `from ${formatCents(least_cents)} to ${formatCents(most_cents)}`;
}
