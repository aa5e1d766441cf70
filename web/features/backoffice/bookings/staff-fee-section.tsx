import type { Booking } from "@api/bookings";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { paymentKeys } from "@api/payments";
import { chargeStaffFee, previewStaffFee, type StaffFee, staffFeeKeys } from "@api/staff-fees";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { filled } from "@lib/form-schema";
import { formatCents } from "@lib/money";
import { useSchemaForm } from "@lib/use-schema-form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import * as z from "zod/mini";

const FEES: { value: StaffFee; label: string; measure: string }[] = [
  { value: "distance_pickup", label: "Distance of the pickup", measure: "Miles from campus" },
  { value: "distance_return", label: "Distance of the return", measure: "Miles from campus" },
  { value: "labeling", label: "Labeling by the crew", measure: "Items without a label" },
];

const schema = z.object({
  fee: z.enum(["distance_pickup", "distance_return", "labeling"]),
  measure: z.string(),
  reason: filled("Please say why: the customer reads it.", 3),
});

/** A fee of the terms that shows on the day: its amount before it is charged, and why. */
export function StaffFeeSection({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState(false);
  if (["pending", "cancelled"].includes(booking.status)) return null;
  return (
    <section
      aria-labelledby="staff-fee-title"
      className="mt-4 grid gap-4 rounded-2xl border border-line bg-mist p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="staff-fee-title" className="text-lg">
          Fees on the day
        </h3>
        {open ? null : (
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            Charge a fee
          </Button>
        )}
      </div>
      {open ? <FeeForm bookingId={booking.id} onDone={() => setOpen(false)} /> : null}
    </section>
  );
}

function FeeForm({ bookingId, onDone }: { bookingId: string; onDone: () => void }) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { fee: "distance_pickup" as StaffFee, measure: "", reason: "" },
    onSend: ({ reason }) => {
      if (!shown || charge.isPending) return;
      charge.mutate({ ...given, reason, expected_cents: shown.total_cents });
    },
  });
  const [fee, typed] = watch(["fee", "measure"]);
  const measure = /^\d{1,3}(\.\d)?$/.test(typed.trim()) ? Number(typed) : 0;
  const given = { booking_id: bookingId, fee, measure };
  const preview = useQuery({
    queryKey: staffFeeKeys.preview(given),
    queryFn: () => previewStaffFee(given),
    enabled: measure > 0,
    networkMode: "always",
    retry: false,
  });
  const charge = useMutation({
    mutationFn: (sent: Parameters<typeof chargeStaffFee>[0]) =>
      chargeStaffFee(sent, keys.keyFor(sent)),
    networkMode: "always",
    onSuccess: (done) => {
      keys.done();
      toast.success("Fee Charged", { description: formatCents(done.total_cents) });
      void queries.invalidateQueries({ queryKey: paymentKeys.all });
      onDone();
    },
  });
  const shown = measure > 0 ? preview.data : undefined;
  const problem = charge.error ?? (measure > 0 ? preview.error : null);

  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
      <Field label="Fee">
        <Select
          options={FEES}
          value={fee}
          onValueChange={(one) => setValue("fee", one as StaffFee)}
        />
      </Field>
      <Field label={FEES.find(({ value }) => value === fee)?.measure}>
        <Input inputMode="decimal" autoComplete="off" {...register("measure")} />
      </Field>
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
        {problem ? <FormAlert tone="error">{toApiError(problem).message}</FormAlert> : null}
        {shown && !problem ? (
          <p className="text-sm">
            {shown.term} {formatCents(shown.amount_cents)} and {formatCents(shown.tax_cents)} tax.
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!shown} busy={charge.isPending}>
            {shown ? `Charge ${formatCents(shown.total_cents)}` : "Charge"}
          </Button>
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
