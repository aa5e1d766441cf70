import {
  confirmGuestBooking,
  giveBackGuestBooking,
  guestBooking,
  guestBookingKeys,
} from "@api/bookings/guest-bookings";
import type { GuestBooking } from "@api/commands.types";
import { stepFailure, toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { openBox } from "@components/illustration/scenes";
import { LinkFacts, LinkFrame } from "@components/site/link-frame";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { pageTitle } from "@lib/site/page-title";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";

/**
 * /confirm-booking/:token, where a guest's mail leads. Nothing happens before a button is pressed:
 * programs that look at mail open its links too.
 */
export default function ConfirmBookingPage() {
  const { token = "" } = useParams();
  const link = useQuery({
    queryKey: guestBookingKeys.one(token),
    queryFn: () => guestBooking(token),
    ...untilReachable,
  });
  const { data, error } = link;
  if (isUnreachable(error))
    return (
      <LinkFrame title="Your booking">
        <ServerUnreachable />
      </LinkFrame>
    );
  if (error && toApiError(error).status === 404)
    return (
      <div className="container-page grid min-h-dvh content-center justify-items-center py-12">
        <h1 className="sr-only">Your booking</h1>
        <EmptyState scene={openBox} title="This link does not work" action={<BookAgain />}>
          Open it once more from our latest mail, or copy the whole address.
        </EmptyState>
      </div>
    );
  if (error)
    return (
      <LinkFrame title="Your booking">
        <ErrorState
          title="Your booking could not be read"
          onRetry={() => void link.refetch()}
          retrying={link.isFetching}
        />
      </LinkFrame>
    );
  if (!data)
    return (
      <LinkFrame title="Your booking">
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Looking for your booking...
        </p>
      </LinkFrame>
    );
  return <BookingToConfirm token={token} booking={data} />;
}

function BookingToConfirm({ token, booking }: { token: string; booking: GuestBooking }) {
  const [parameters] = useSearchParams();
  const queries = useQueryClient();
  const keep = (now: GuestBooking) => queries.setQueryData(guestBookingKeys.one(token), now);
  const confirm = useMutation({
    mutationFn: () => confirmGuestBooking(token),
    networkMode: "always",
    onSuccess: keep,
  });
  const giveBack = useMutation({
    mutationFn: () => giveBackGuestBooking(token),
    networkMode: "always",
    onSuccess: keep,
  });
  const busy = confirm.isPending || giveBack.isPending;
  const error = confirm.error ?? giveBack.error;

  if (booking.state === "confirmed")
    return (
      <LinkFrame title="Your booking is confirmed">
        <p className="text-lg text-muted">
          The place is yours. To change or cancel the booking, sign in with this email address.
        </p>
        <LinkFacts {...factsOf(booking)} />
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <PageLink to="/auth">Sign in or sign up</PageLink>
          </Button>
        </div>
      </LinkFrame>
    );
  if (booking.state === "cancelled")
    return (
      <LinkFrame title="This booking is cancelled">
        <p className="text-lg text-muted">{booking.words ?? "Nothing will be picked up."}</p>
        <LinkFacts {...factsOf(booking)} />
        <div className="flex flex-wrap gap-3">
          <BookAgain />
        </div>
      </LinkFrame>
    );

  const confirmButton = (
    <Button
      size="lg"
      variant={parameters.has("give-back") ? "secondary" : "primary"}
      busy={confirm.isPending}
      disabled={busy}
      onClick={() => confirm.mutate()}
    >
      Confirm my booking
    </Button>
  );
  const giveBackButton = (
    <Button
      size="lg"
      variant={parameters.has("give-back") ? "destructive" : "ghost"}
      busy={giveBack.isPending}
      disabled={busy}
      onClick={() => giveBack.mutate()}
    >
      Give the place back
    </Button>
  );
  return (
    <LinkFrame
      title={parameters.has("give-back") ? "Give the place back?" : "Confirm your booking"}
    >
      <p className="text-lg text-muted">
        We hold your pickup place until <strong className="text-ink">{booking.held_until}</strong>.
        After that it goes to somebody else. Giving it back is free of charge.
      </p>
      <LinkFacts {...factsOf(booking)} />
      {error ? <FormAlert tone="error">{stepFailure(error)}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        {parameters.has("give-back") ? giveBackButton : confirmButton}
        {parameters.has("give-back") ? confirmButton : giveBackButton}
      </div>
    </LinkFrame>
  );
}

const factsOf = ({ code, campus, pickup }: GuestBooking) => ({ code, campus, pickup });

function BookAgain() {
  return (
    <Button asChild>
      <PageLink to="/book">Book again</PageLink>
    </Button>
  );
}

export function meta() {
  return [
    { title: pageTitle("Confirm your booking") },
    // Whoever has the address can confirm.
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "no-referrer" },
  ];
}
