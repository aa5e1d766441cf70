import type { SharedPlan } from "@api/commands.types";
import { PageLink } from "@components/site/page-link";
import { PartBoundary } from "@components/site/part-boundary";
import { SharedPickup } from "@components/site/shared-pickup";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { Skeleton } from "@components/ui/skeleton";
import { formatDay } from "@lib/format/dates";
import { lazy, Suspense } from "react";

const PickupRoom = lazy(async () => ({ default: (await import("./pickup-room")).PickupRoom }));

const OwnShare = lazy(async () => ({ default: (await import("./own-share")).OwnShare }));

/** The pickup that a friend shares: whose it is, when and where, and what to do. */
export function SharedPickupCard({ plan }: { plan: SharedPlan }) {
  const owner = plan.people.find((one) => one.owner)?.name ?? "your friend";
  const waiting = plan.status === "pending" || plan.status === "confirmed";
  return (
    <Card className="grid justify-items-start gap-5">
      <div className="grid gap-3">
        <StatusBadge status={plan.status} customer />
        <CardTitle className="wrap-anywhere">You share {owner}'s bundle</CardTitle>
      </div>
      <SharedPickup pickup={plan} />
      <p className="max-w-[62ch] wrap-anywhere">{whatToDo(plan, owner)}</p>
      {waiting ? (
        <PartBoundary>
          <Suspense fallback={<Skeleton late className="h-32 w-full max-w-md" />}>
            <PickupRoom plan={plan} owner={owner} />
          </Suspense>
        </PartBoundary>
      ) : null}
      {waiting || plan.status === "picked_up" ? (
        <PartBoundary>
          <Suspense fallback={<Skeleton late className="h-12 w-full max-w-md" />}>
            <OwnShare plan={plan} />
          </Suspense>
        </PartBoundary>
      ) : null}
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

function whatToDo(plan: SharedPlan, owner: string): string {
  const { room, return_date: day, return_time: window, stored_until: until } = plan;
  if (plan.open)
    return room
      ? `Our crew comes to ${room}. Please have your items ready there when the pickup begins.`
      : `Please bring your boxes to ${owner} before the pickup begins. Our crew does not come to your own door.`;
  if (plan.status !== "picked_up")
    return "Your items came back. If something is wrong with one of them, tell us in the list below.";
  const back = day ? ` on ${formatDay(day, "long")}${window ? `, ${window}` : ""}` : "";
  const stored = until && !day ? ` They are stored until ${formatDay(until, "long")}.` : "";
  return `Our crew has picked up the bundle. Your items come back together with ${owner}'s${back}, unless you book a return of your own.${stored} You have your own invoice for your share.`;
}
