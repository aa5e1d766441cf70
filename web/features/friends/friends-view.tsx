import { friendKeys, myReferrals, sharedPlans } from "@api/customers/friends";
import { toApiError } from "@api/errors";
import { boxStack } from "@components/illustration/scenes";
import { Settled } from "@components/settled";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { EmptyState } from "@components/ui/empty-state";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { ReferralSection } from "./referral-section";
import { SharedPlanSection } from "./shared-plan-section";

/** 'Split with friends' and 'Refer a friend'. */
export function FriendsView({ userId }: { userId: string }) {
  return (
    <Settled
      instead={
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Loading className="h-80" />
          <Loading className="h-64" />
        </div>
      }
    >
      <Friends userId={userId} />
    </Settled>
  );
}

function Friends({ userId }: { userId: string }) {
  const plans = useQuery({
    queryKey: friendKeys.plans(userId),
    queryFn: () => sharedPlans(),
    ...untilReachable,
  });
  const referrals = useQuery({
    queryKey: friendKeys.referrals(userId),
    queryFn: () => myReferrals(),
    ...untilReachable,
  });
  const failed = [plans, referrals].find(({ error }) => error && !isUnreachable(error));
  const away = [plans, referrals].some(({ error }) => isUnreachable(error));
  return (
    <div className="grid gap-6">
      {away ? <ServerUnreachable /> : null}
      {failed ? (
        <ErrorState
          title="This page could not be loaded"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        >
          {toApiError(failed.error).message}
        </ErrorState>
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-6">
          {plans.data?.map((plan) => (
            <SharedPlanSection key={plan.booking_id} plan={plan} userId={userId} />
          ))}
          {plans.data?.length === 0 ? <NoPlan /> : null}
          {plans.isPending && !failed ? <Loading className="h-80" /> : null}
        </div>
        {referrals.data ? <ReferralSection referrals={referrals.data} /> : null}
        {referrals.isPending && !failed ? <Loading className="h-64" /> : null}
      </div>
    </div>
  );
}

function NoPlan() {
  return (
    <Card>
      <EmptyState
        scene={boxStack(3)}
        title="Split with friends"
        action={
          <Button asChild>
            <PageLink to="/book?split=1">Book Storage Now</PageLink>
          </Button>
        }
      >
        One of you books, the others join by link, and each pays a share of one bundle. Book first,
        then invite your friends here.
      </EmptyState>
    </Card>
  );
}

function Loading({ className }: { className: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className={`rounded-card ${className}`} />
    </div>
  );
}
