import { friendKeys, sharedPlans } from "@api/customers/friends";
import { openBox } from "@components/illustration/scenes";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { EmptyState } from "@components/ui/empty-state";
import { useSession } from "@lib/auth/session";
import { useQuery } from "@tanstack/react-query";

/** What stands where a booking would be; friends who share one are told where to find it. */
export function NoBookingCard() {
  const userId = useSession().user?.id;
  const shared = useQuery({
    queryKey: friendKeys.plans(userId ?? ""),
    queryFn: () => sharedPlans(),
    enabled: userId !== undefined,
  }).data?.find(({ owner }) => !owner);
  const owner = shared?.people.find((one) => one.owner)?.name ?? "your friend";
  return (
    <Card>
      <EmptyState
        scene={openBox}
        title="No Booking Found"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {shared ? (
              <Button asChild size="lg">
                <PageLink to="/customer-dashboard/friends">See the bundle</PageLink>
              </Button>
            ) : null}
            <Button asChild size="lg" variant={shared ? "secondary" : "primary"}>
              <PageLink to="/book">Book Storage Now</PageLink>
            </Button>
          </div>
        }
      >
        You haven't made a booking yet.
        {shared ? ` You share ${owner}'s bundle, so your things come with theirs.` : ""}
      </EmptyState>
    </Card>
  );
}
