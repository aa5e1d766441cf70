import { type ClaimToPay, claimKeys, payOutClaim } from "@api/customers/claims";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface ClaimCreditPanelProps {
  one: ClaimToPay;
  mayPay: boolean;
  onDone: () => void;
}

/** A claim whose credit no invoice used up: an executive pays out what is left. */
export function ClaimCreditPanel({ one, mayPay, onDone }: ClaimCreditPanelProps) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const amount = formatCents(one.left_cents);
  const pay = useMutation({
    mutationFn: () => {
      const args = { id: one.claim.id, expected_cents: one.left_cents };
      return payOutClaim(args, keys.keyFor(args));
    },
    networkMode: "always",
    onSuccess: () => {
      toast.success("Claim paid out", { description: `${one.customer}: ${amount}.` });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: claimKeys.all }),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <div className="grid min-w-0 gap-0.5 text-sm">
        <p className="font-semibold wrap-anywhere">{one.description}</p>
        <p className="text-muted">
          {amount} of {formatCents(one.claim.decided_cents ?? 0)} left, decided{" "}
          {formatDay(one.claim.decided_at?.slice(0, 10), "medium")}.
        </p>
        <p className="text-muted">
          It settles the next invoice of the account by itself, or an executive pays it out.
        </p>
      </div>
      {pay.error ? <FormAlert tone="error">{toApiError(pay.error).message}</FormAlert> : null}
      {mayPay ? (
        <Button variant="pine" busy={pay.isPending} onClick={() => pay.mutate()}>
          Pay out {amount}
          <span className="sr-only"> to {one.customer}</span>
        </Button>
      ) : null}
    </div>
  );
}
