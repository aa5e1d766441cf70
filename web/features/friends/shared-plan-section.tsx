import type { SharedPlan } from "@api/commands.types";
import { friendKeys, leaveSharedPlan, removeFriend } from "@api/customers/friends";
import { SharedPickup } from "@components/site/shared-pickup";
import { Card, CardTitle } from "@components/ui/card";
import { formatDay } from "@lib/format/dates";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { InviteLink } from "./invite-link";
import { OwnShare } from "./own-share";
import { PeopleList } from "./people-list";

/** Who is to go: a friend, or, for null, oneself. */
type Going = { id: string; name: string } | null;

/** One bundle: who shares it, what one pays of it, and for its owner the invitation. */
export function SharedPlanSection({ plan, userId }: { plan: SharedPlan; userId: string }) {
  const queries = useQueryClient();
  const [going, setGoing] = useState<Going | undefined>(undefined);
  const go = useMutation({
    mutationFn: async (who: Going) => {
      if (who) await removeFriend(plan.booking_id, who.id);
      else await leaveSharedPlan(plan.booking_id);
    },
    networkMode: "always",
    onSuccess: (_, who) => {
      setGoing(undefined);
      toast.success(who ? `${who.name} was removed from this bundle` : "You left this bundle");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: friendKeys.plans(userId) }),
  });
  const owner = plan.people.find((one) => one.owner)?.name ?? "your friend";
  const alone = plan.people.length === 1;

  function ask(who: Going) {
    go.reset();
    setGoing(who);
  }

  return (
    <Card className="grid gap-6">
      <div className="grid gap-1.5">
        <CardTitle>{plan.owner ? "Split with friends" : `${owner}'s bundle`}</CardTitle>
        <p className="max-w-[62ch] text-muted">{about(plan, owner, alone)}</p>
      </div>
      {plan.owner ? null : <SharedPickup pickup={plan} />}
      <OwnShare plan={plan} />
      <PeopleList
        plan={plan}
        onRemove={({ id, name }) => id && ask({ id, name })}
        onLeave={() => ask(null)}
      />
      {plan.owner && plan.open ? <InviteLink plan={plan} userId={userId} /> : null}
      <ConfirmDialog
        open={going !== undefined}
        onOpenChange={() => setGoing(undefined)}
        title={going ? `Take ${going.name} out?` : `Leave ${owner}'s bundle?`}
        action={going ? `Take ${going.name} out` : "Leave this bundle"}
        keep={going ? "Keep sharing" : "Stay"}
        busy={go.isPending}
        error={go.error}
        onConfirm={() => going !== undefined && go.mutate(going)}
      >
        {going
          ? "The bundle is then split among the others. The current link will not let them in again."
          : "The bundle is then split among the others. You can rejoin with the same link until the pickup."}
      </ConfirmDialog>
    </Card>
  );
}

function about(plan: SharedPlan, owner: string, alone: boolean): string {
  const day = plan.pickup_date ? ` on ${formatDay(plan.pickup_date, "long")}` : "";
  if (!plan.owner) {
    return plan.open
      ? `Our crew comes once and picks up everything together. ${plan.room ? `It picks up your items at ${plan.room}.` : `Please bring your boxes to ${owner} before the pickup begins.`} Your items are listed in My Storage. You get your own invoice for your share.`
      : `Our crew counted at the pickup${day}. You have your own invoice for your share.`;
  }
  if (!plan.open)
    return alone
      ? "Our crew has counted your items already, so nobody can join any more."
      : "Our crew has counted. Each of you has an invoice. If one share is unpaid, the others still get their boxes.";
  return `One pickup${day}, one bundle, and an invoice for each of you. Who joins sees your name and where our crew comes, never your items. Each lists their own items. They bring them to you, or name a room in your building where our crew picks them up. Everything comes back to your return address. They can join until our crew has counted.`;
}
