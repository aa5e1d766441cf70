import type { SharedPlan } from "@api/commands.types";
import { PageLink } from "@components/site/page-link";
import { SharedPickup } from "@components/site/shared-pickup";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";

/** A friend's My Storage: the pickup that they share, whose it is, and what to do. */
export function SharedPickupCard({ plan }: { plan: SharedPlan }) {
  const owner = plan.people.find((one) => one.owner)?.name ?? "your friend";
  return (
    <Card className="grid justify-items-start gap-5">
      <div className="grid gap-3">
        <StatusBadge status={plan.status} customer />
        <CardTitle className="wrap-anywhere">You share {owner}'s bundle</CardTitle>
      </div>
      <SharedPickup pickup={plan} />
      <p className="max-w-[62ch] wrap-anywhere">
        {plan.open
          ? `Please bring your boxes to ${owner} before the pickup begins. Our crew does not come to your own door.`
          : "Our crew has picked up the bundle. You have your own invoice for your share."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild size="lg">
          <PageLink to="/customer-dashboard/friends">See the bundle</PageLink>
        </Button>
        {plan.open ? null : (
          <Button asChild size="lg" variant="secondary">
            <PageLink to="/customer-dashboard/payments">See my invoice</PageLink>
          </Button>
        )}
      </div>
    </Card>
  );
}
