import { type ClaimToPay, claimKeys, claimsToPay, payOutClaim } from "@api/customers/claims";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

const POLL_MS = 30_000;

/** Claims whose credit no invoice used up: an executive pays out what is left. */
export function ClaimsToPay({ executive }: { executive: boolean }) {
  const { data } = useQuery({
    queryKey: claimKeys.toPay,
    queryFn: () => claimsToPay(),
    retry: false,
    networkMode: "always",
    refetchInterval: POLL_MS,
  });
  if (!data?.length) return null;
  return (
    <section aria-labelledby="to-pay-title" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="to-pay-title" className="text-lg">
        Credit of claims
      </h3>
      <p className="text-sm text-muted">
        It settles the next invoice of the account by itself, or an executive pays it out.
      </p>
      <ul aria-label="Credit of claims" className="grid gap-2">
        {data.map((one) => (
          <Row key={one.claim.id} one={one} executive={executive} />
        ))}
      </ul>
    </section>
  );
}

function Row({ one, executive }: { one: ClaimToPay; executive: boolean }) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const amount = formatCents(one.left_cents);
  const pay = useMutation({
    mutationFn: () => {
      const args = { id: one.claim.id, expected_cents: one.left_cents };
      return payOutClaim(args, keys.keyFor(args));
    },
    networkMode: "always",
    onSuccess: () =>
      toast.success("Claim paid out", { description: `${one.customer}: ${amount}.` }),
    onSettled: () => queries.invalidateQueries({ queryKey: claimKeys.all }),
  });
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-sheet px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 gap-0.5 text-sm">
          <p className="font-semibold wrap-anywhere">
            {one.customer}, {one.description}
          </p>
          <p className="text-muted">
            {amount} of {formatCents(one.claim.decided_cents ?? 0)} left, decided{" "}
            {formatDay(one.claim.decided_at?.slice(0, 10), "medium")} ·{" "}
            <Link
              to={`/admin-dashboard?tab=bookings&booking=${one.booking_id}`}
              className="underline decoration-line-strong underline-offset-4"
            >
              Booking
            </Link>
          </p>
        </div>
        {executive ? (
          <Button variant="secondary" busy={pay.isPending} onClick={() => pay.mutate()}>
            Pay out {amount}
            <span className="sr-only"> to {one.customer}</span>
          </Button>
        ) : null}
      </div>
      {pay.error ? <FormAlert tone="error">{toApiError(pay.error).message}</FormAlert> : null}
    </li>
  );
}
