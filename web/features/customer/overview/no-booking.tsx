import type { SharedPlan } from "@api/commands.types";
import { friendKeys, sharedPlans } from "@api/customers/friends";
import { openBox } from "@components/illustration/scenes";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { EmptyState } from "@components/ui/empty-state";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { OwnMessages } from "@features/customer/messages/own-messages";
import { useSession } from "@lib/auth/session";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SharedPickupCard } from "./shared-pickup-card";

interface NoBookingCardProps {
  /** a friend's own items in the bundle that they share */
  items?: (plan: SharedPlan) => ReactNode;
}

/** What stands where a booking would be: a friend's shared pickup, or the way to a booking. */
export default function NoBookingCard({ items }: NoBookingCardProps) {
  const userId = useSession().user?.id;
  const plans = useQuery({
    queryKey: friendKeys.plans(userId ?? ""),
    queryFn: () => sharedPlans(),
    enabled: userId !== undefined,
    ...untilReachable,
  });
  const shared = plans.data?.find(({ owner }) => !owner);
  if (shared)
    return (
      <div className="grid content-start gap-4">
        <SharedPickupCard plan={shared} />
        {items?.(shared)}
        {items ? <OwnMessages bookingId={shared.booking_id} /> : null}
      </div>
    );
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
