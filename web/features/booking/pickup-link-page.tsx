import { confirmLinkedPickup, linkedPickup, pickupLinkKeys } from "@api/bookings/pickup-links";
import type { LinkedPickup } from "@api/commands.types";
import { stepFailure, toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { openBox } from "@components/illustration/scenes";
import { WithContacts } from "@components/site/contact-us";
import { LinkFacts, LinkFrame } from "@components/site/link-frame";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { pageTitle } from "@lib/site/page-title";
import { business } from "@lib/site/published";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { CancelBooking } from "./link/cancel-booking";
import { MovePickup } from "./link/move-pickup";
import { WriteByLink } from "./link/write-by-link";

/**
 * /pickup/:token, where the reminders of a pickup lead. Nothing happens before its button is
 * pressed: programs that look at mail open its links too.
 */
export default function PickupLinkPage() {
  const { token = "" } = useParams();
  const link = useQuery({
    queryKey: pickupLinkKeys.one(token),
    queryFn: () => linkedPickup(token),
    ...untilReachable,
  });
  const { data, error } = link;
  if (data) return <PickupOfLink token={token} pickup={data} />;
  if (error && !isUnreachable(error) && toApiError(error).status === 404)
    return (
      <div className="container-page grid min-h-dvh content-center justify-items-center py-12">
        <h1 className="sr-only">Your pickup</h1>
        <EmptyState scene={openBox} title="This link does not work any more" action={<SignIn />}>
          Sign in to see your pickup and to change it.
        </EmptyState>
      </div>
    );
  return (
    <LinkFrame title="Your pickup">
      {isUnreachable(error) ? (
        <ServerUnreachable />
      ) : error ? (
        <ErrorState
          title="Your pickup could not be read"
          onRetry={() => void link.refetch()}
          retrying={link.isFetching}
        />
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Looking for your pickup...
        </p>
      )}
    </LinkFrame>
  );
}

function PickupOfLink({ token, pickup }: { token: string; pickup: LinkedPickup }) {
  const queries = useQueryClient();
  const [moved, setMoved] = useState(false);
  const [cancels, setCancels] = useState(useSearchParams()[0].has("cancel"));
  const keep = (now: LinkedPickup) => queries.setQueryData(pickupLinkKeys.one(token), now);
  const confirm = useMutation({
    mutationFn: () => confirmLinkedPickup(token),
    networkMode: "always",
    onSuccess: keep,
  });
  const { code, campus } = pickup;
  const facts = <LinkFacts code={code} campus={campus} pickup={pickup.pickup} />;

  if (pickup.state === "cancelled")
    return (
      <Frame token={token} title="Your booking is cancelled">
        <p className="text-lg text-muted">Nobody comes. We sent you an email about it.</p>
        {facts}
        <Button asChild variant="secondary" className="w-fit">
          <PageLink to="/book">Book again</PageLink>
        </Button>
      </Frame>
    );
  if (pickup.state === "over")
    return (
      <Frame token={token} title="This pickup cannot be changed here">
        <p className="text-lg text-muted">
          <WithContacts>{`It is over, cancelled, or our crew is on the way. Questions? Call ${business.phone}.`}</WithContacts>
        </p>
        {facts}
        <SignIn />
      </Frame>
    );
  if (pickup.purpose === "move" && cancels)
    return (
      <Frame token={token} title="Cancel your booking?">
        {facts}
        <CancelBooking token={token} onCancelled={keep} />
        <Button variant="link" className="w-fit" onClick={() => setCancels(false)}>
          {pickup.state === "asked" ? "Keep my request" : "Move the pickup instead"}
        </Button>
      </Frame>
    );
  const cancelInstead =
    pickup.purpose === "move" ? (
      <Button variant="link" className="w-fit" onClick={() => setCancels(true)}>
        Cancel the booking instead
      </Button>
    ) : null;
  if (pickup.state === "asked")
    return (
      <Frame token={token} title="We have your request">
        <p className="text-lg text-muted">Your pickup stays as it is until we answer by email.</p>
        {facts}
        <SignIn />
        {cancelInstead}
      </Frame>
    );
  if (moved)
    return (
      <Frame token={token} title="Your pickup is moved">
        <p className="text-lg text-muted">We sent you an email with the new time.</p>
        {facts}
        <SignIn />
      </Frame>
    );
  if (pickup.purpose === "move")
    return (
      <Frame token={token} title="Move your pickup">
        {facts}
        <MovePickup
          token={token}
          pickup={pickup}
          onMoved={(now) => {
            keep(now);
            setMoved(true);
          }}
        />
        {cancelInstead}
      </Frame>
    );
  if (pickup.state === "confirmed")
    return (
      <Frame token={token} title="See you then">
        <p className="text-lg text-muted">
          Thank you. Please have everything packed and labelled when the window starts.
        </p>
        {facts}
        <SignIn />
      </Frame>
    );
  return (
    <Frame token={token} title="Does this time still work?">
      {facts}
      {confirm.error ? <FormAlert tone="error">{stepFailure(confirm.error)}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        <Button size="lg" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Yes, this time works
        </Button>
      </div>
      <p className="text-muted">If not, use the other link in our email: Move my pickup.</p>
    </Frame>
  );
}

interface FrameProps {
  token: string;
  title: string;
  children: ReactNode;
}

function Frame({ token, title, children }: FrameProps) {
  return (
    <LinkFrame title={title}>
      {children}
      <WriteByLink token={token} />
    </LinkFrame>
  );
}

function SignIn() {
  return (
    <Button asChild variant="secondary" className="w-fit">
      <PageLink to="/customer-dashboard">Open My Storage</PageLink>
    </Button>
  );
}

export function meta() {
  return [
    { title: pageTitle("Your pickup") },
    // Whoever has the address can confirm or move it.
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "no-referrer" },
  ];
}
