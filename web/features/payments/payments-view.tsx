import { feeKeys, ownFees } from "@api/customers/fees";
import { paymentKeys, paymentMethods, statement, stopSavedCard } from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { CardRefunds } from "@components/card-refunds";
import { Settled } from "@components/settled";
import { StatementLines } from "@components/statement-lines";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { BalanceCard } from "./balance-card";
import { CardReturn } from "./card-return";
import { InvoiceList } from "./invoice-list";
import { PlanCard } from "./plan-card";
import { PriceMatches } from "./price-match";
import { SavedCard } from "./saved-card";

/** 'Payment & Plans': what is owed and why, how to pay it, and the plan that it comes from. */
export function PaymentsView({ userId }: { userId: string }) {
  const read = useQuery({
    queryKey: paymentKeys.statement(userId),
    queryFn: () => statement(),
    ...untilReachable,
  });
  const methods = useQuery({
    queryKey: paymentKeys.methods,
    queryFn: () => paymentMethods(),
    ...untilReachable,
  });
  const fees = useQuery({
    queryKey: feeKeys.own(userId),
    queryFn: () => ownFees(),
    ...untilReachable,
  });
  const { data: money, error, refetch } = read;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return (
    <div className="grid gap-8">
      {isUnreachable(error) ? (
        <ServerUnreachable />
      ) : error ? (
        <ErrorState
          title="Your statement could not be loaded"
          onRetry={readAgain}
          retrying={read.isFetching}
        >
          {toApiError(error).message}
        </ErrorState>
      ) : null}
      {money ? (
        <Settled instead={<Placeholders />}>
          <CardReturn money={money} onPoll={readAgain} />
          <div className="grid gap-4 lg:grid-cols-[5fr_7fr]">
            <BalanceCard money={money} />
            <PlanCard money={money} />
          </div>
          <InvoiceList money={money} card={methods.data?.card ?? false} fees={fees.data ?? []} />
          {money.saved_card ? (
            <SavedCard card={money.saved_card} stop={() => stopSavedCard()} onStopped={readAgain} />
          ) : null}
          <CardRefunds refunds={money.card_refunds} ifFailed="We send it to you another way." />
          <StatementLines lines={money.lines} whose="your" />
          {money.booking_id ? <PriceMatches userId={userId} /> : null}
        </Settled>
      ) : error && !isUnreachable(error) ? null : (
        <Placeholders />
      )}
    </div>
  );
}

/** The page's shape while it is still being read. */
function Placeholders() {
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        Loading your statement
      </p>
      <div className="grid gap-4 lg:grid-cols-[5fr_7fr]">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-56 rounded-card" />
      </div>
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  );
}
