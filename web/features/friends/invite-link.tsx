import type { Invitation, SharedPlan } from "@api/commands.types";
import { friendKeys, inviteFriends, revokeInvite } from "@api/customers/friends";
import { PassOn } from "@components/site/pass-on";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/format/dates";
import { business } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Link2Off } from "lucide-react";
import { Refused } from "./refused";

/** The invitation: create it, pass it on, take it back. It is shown while this page lives, and never again. */
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
      toast.success("The link no longer works");
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
          words={`Share my summer storage bundle at ${business.name}: you pay your own part.`}
          isNew={invite.isSuccess}
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
            Cancel the link
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function words(shown: boolean, until: string | null, full: boolean): string {
  if (full) return "All places in this bundle are taken.";
  const day = until ? formatDay(until, "long") : "";
  if (shown)
    return `Whoever has this link can join until ${day}, or until the pickup. Send it only to friends. We show it only once.`;
  if (until)
    return `Your link works until ${day}. We cannot show it again. A new link replaces the old one.`;
  return "One link for all your friends. They sign in, see what it costs, and join.";
}
