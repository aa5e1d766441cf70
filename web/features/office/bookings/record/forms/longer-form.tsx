import { bookingRuleKeys, storageUntil, storeLonger } from "@api/bookings/commands";
import type { LongerOption } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { storageLength } from "@lib/format/storage-length";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const schema = z.object({ months: z.string(), reason: filled("Please say why.", 3) });

/** How much longer a customer's items stay, with the total that the customer gets by mail. */
export function LongerForm({ booking, onDone }: StepFormProps) {
  const offer = useQuery({
    queryKey: bookingRuleKeys.storage(booking.id),
    queryFn: () => storageUntil(booking.id),
    ...untilReachable,
  });
  const store = useRecordStep(
    ({ option, reason }: { option: LongerOption; reason: string }) =>
      storeLonger(booking.id, option, reason),
    (now) => {
      toast.success("Storage Changed", { description: `Until ${formatDay(now.until)}` });
      onDone();
    },
  );
  const chosen = (months: string) =>
    offer.data?.options.find((one) => String(one.months) === (months || String(offer.data.months)));
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { months: "", reason: "" },
    busy: store.isPending,
    onSend: (typed) => {
      const option = chosen(typed.months);
      if (option) store.mutate({ option, reason: typed.reason });
    },
  });
  const option = chosen(watch("months"));
  if (offer.data?.words) return <FormAlert tone="note">{offer.data.words}</FormAlert>;
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
      <Field label="How long">
        <Select
          options={(offer.data?.options ?? []).map((one) => ({
            value: String(one.months),
            label: `${storageLength(one)}, until ${formatDay(one.until)}`,
          }))}
          value={String(option?.months ?? "")}
          onValueChange={(next) => setValue("months", next)}
        />
      </Field>
      <Field label="Reason" required error={errorOf("reason")}>
        <Input maxLength={500} autoComplete="off" {...register("reason")} />
      </Field>
      <div className="grid gap-3 sm:col-span-2">
        {option ? (
          <p className="text-sm">
            {formatCents(option.cents)} more, {formatCents(option.total_cents)} for the whole
            storage with tax. The customer gets an email.
          </p>
        ) : null}
        <StepButtons
          label="Store longer"
          busy={store.isPending}
          disabled={!option || option.months === offer.data?.months}
          problem={store.problem ?? (offer.error ? stepFailure(offer.error) : null)}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}
