import { bookingKeys } from "@api/bookings/booking";
import { editBooking } from "@api/bookings/commands";
import type { PlanKind } from "@api/bookings/quotes";
import type { Statement } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { RadioCards } from "@components/ui/radio-cards";
import { formatCents } from "@lib/format/money";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface PlanChoiceProps {
  bookingId: string;
  now: PlanKind;
  options: Statement["options"];
}

/** Bundle or single items: the customer's choice until our crew has counted (rule: plan-choice). */
export function PlanChoice({ bookingId, now, options }: PlanChoiceProps) {
  const queries = useQueryClient();
  const [chosenPlan, setChosenPlan] = useState<PlanKind>(now);
  const save = useMutation({
    mutationFn: (pricing: PlanKind) => editBooking(bookingId, { pricing }, 0),
    networkMode: "always",
    onSuccess: () => toast.success("Plan changed"),
    onSettled: () =>
      Promise.all(
        [paymentKeys.all, bookingKeys.all].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <div className="grid gap-3">
      <RadioCards
        label="How we price your items"
        options={options.map(({ pricing, name, monthly }) => ({
          value: pricing,
          label: name,
          description: `${formatCents(monthly.total_cents)} a month with tax`,
        }))}
        value={chosenPlan}
        onValueChange={(value) => {
          save.reset();
          setChosenPlan(value as PlanKind);
        }}
      />
      {save.error ? <FormAlert tone="error">{toApiError(save.error).message}</FormAlert> : null}
      {chosenPlan === now ? (
        <p className="text-xs text-muted">You can change your plan until our crew counts.</p>
      ) : (
        <Button busy={save.isPending} onClick={() => save.mutate(chosenPlan)}>
          Change my plan
        </Button>
      )}
    </div>
  );
}
