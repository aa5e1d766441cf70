import type { Invitation, SharedPlan } from "@api/commands.types";
import { friendKeys, inviteFriends, revokeInvite } from "@api/friends";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/dates";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Link2Off } from "lucide-react";
import { toast } from "sonner";
import { PassOn } from "./pass-on";
import { Refused } from "./refused";

/** The invitation: made, passed on, taken back. It is shown while this page lives, and never again. */
export function InviteLink({ plan, userId }: { plan: SharedPlan; userId: string }) {
  const queries = useQueryClient();
  const shown = useQuery<Invitation | null>({
    queryKey: friendKeys.link(plan.booking_id),
    queryFn: () => null,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const readAgain = () => queries.invalidateQueries({ queryKey: friendKeys.plans(userId) });
  const keep = (link: Invitation | null) =>
    queries.setQueryData(friendKeys.link(plan.booking_id), link);
  const invite = useMutation({
    mutationFn: () => inviteFriends(plan.booking_id),
    networkMode: "always",
    onSuccess: keep,
    onSettled: readAgain,
  });
  const revoke = useMutation({
    mutationFn: () => revokeInvite(plan.booking_id),
    networkMode: "always",
    onSuccess: () => {
      keep(null);
      toast.success("The link leads nowhere any more");
    },
    onSettled: readAgain,
  });
  const until = shown.data?.invited_until ?? plan.invited_until;
  const full = plan.people.length >= plan.most_people;

  return (
    <section aria-labelledby={`invite-${plan.booking_id}`} className="grid gap-3">
      <h3 id={`invite-${plan.booking_id}`} className="font-sans text-sm font-semibold">
        Invite by link
      </h3>
      {shown.data ? (
        <PassOn
          label="Invitation link"
          text={shown.data.link}
          title="Share a storage bundle"
          words="Share my summer storage bundle at Summerstow: you pay your own part."
        />
      ) : null}
      <p className="max-w-[62ch] text-muted">{words(Boolean(shown.data), until, full)}</p>
      <Refused error={invite.error ?? revoke.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant={until ? "secondary" : "primary"}
          busy={invite.isPending}
          disabled={full || revoke.isPending}
          onClick={() => {
            revoke.reset();
            invite.mutate();
          }}
        >
          <Link2 aria-hidden="true" />
          {until ? "Make a new link" : "Make an invitation link"}
        </Button>
        {until ? (
          <Button
            variant="ghost"
            busy={revoke.isPending}
            disabled={invite.isPending}
            onClick={() => {
              invite.reset();
              revoke.mutate();
            }}
          >
            <Link2Off aria-hidden="true" />
            Take the link back
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function words(shown: boolean, until: string | null, full: boolean): string {
  if (full) return "Every place of this bundle is taken.";
  const day = until ? formatDay(until, "long") : "";
  if (shown)
    return `Whoever has this link can join until ${day}, or until the pickup. Send it to friends only: we show it just this once.`;
  if (until)
    return `A link is out and works until ${day}. We keep no copy of it that could be shown again; a new link ends the one before.`;
  return "One link for all your friends. Each signs in, sees what it costs, and joins.";
}
