import { friendKeys, sharedPlans } from "@api/customers/friends";
import { openBox } from "@components/illustration/scenes";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { EmptyState } from "@components/ui/empty-state";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { useSession } from "@lib/auth/session";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { SharedPickupCard } from "./shared-pickup-card";

/** What stands where a booking would be: a friend's shared pickup, or the way to a booking. */
export default function NoBookingCard() {
  const userId = useSession().user?.id;
  const plans = useQuery({
    queryKey: friendKeys.plans(userId ?? ""),
    queryFn: () => sharedPlans(),
    enabled: userId !== undefined,
    ...untilReachable,
  });
  const shared = plans.data?.find(({ owner }) => !owner);
  if (shared) return <SharedPickupCard plan={shared} />;
  if (plans.error)
    return (
      <FailedRead
        error={plans.error}
        onRetry={() => void plans.refetch()}
        retrying={plans.isFetching}
      />
    );
  if (plans.isPending) return <Skeleton late className="h-96" />;
  return (
    <Card>
      <EmptyState
        scene={openBox}
        title="No Booking Found"
        action={
          <Button asChild size="lg">
            <PageLink to="/book">Book Storage Now</PageLink>
          </Button>
        }
      >
        You haven't made a booking yet.
      </EmptyState>
    </Card>
  );
}
