import {
  acceptGuestBooking,
  guestBookingKeys,
  ownGuestBookings,
  rejectGuestBooking,
} from "@api/bookings/guest-bookings";
import type { OwnGuestBooking } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { ownBookingsKey } from "@features/customer/booking/own-bookings";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/** Bookings made with the user's address by somebody who was not signed in: the user decides. */
export default function GuestBookings({ userId }: { userId: string }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: guestBookingKeys.own(userId),
    queryFn: () => ownGuestBookings(),
    ...untilReachable,
  });
  // The row with the pressed button goes away: the focus moves to what came of it.
  useEffect(() => {
    if (words) outcome.current?.focus();
  }, [words]);
  const told = words ? (
    <p ref={outcome} tabIndex={-1} role="status" className="font-semibold">
      {words}
    </p>
  ) : null;
  if (!data || data.length === 0) return told;
  return (
    <section aria-labelledby="guest-bookings-title" className="grid gap-4">
      <h2 id="guest-bookings-title" className="text-xl">
        Is this booking yours?
      </h2>
      {told}
      <p className="max-w-prose text-muted">
        Somebody who was not signed in booked with your email address. If it was you, it becomes
        part of your storage. If not, we cancel it. That costs nothing.
      </p>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-sheet">
        {data.map((booking) => (
          <GuestBookingRow
            key={booking.id}
            booking={booking}
            userId={userId}
            onDecided={setWords}
          />
        ))}
      </ul>
    </section>
  );
}

interface GuestBookingRowProps {
  booking: OwnGuestBooking;
  userId: string;
  /** called with what came of it, before the row goes away */
  onDecided: (words: string) => void;
}

function GuestBookingRow({ booking, userId, onDecided }: GuestBookingRowProps) {
  const queries = useQueryClient();
  const decided = async (words: string) => {
    onDecided(words);
    await Promise.all([
      queries.invalidateQueries({ queryKey: guestBookingKeys.own(userId) }),
      queries.invalidateQueries({ queryKey: ownBookingsKey(userId) }),
    ]);
  };
  const accept = useMutation({
    mutationFn: () => acceptGuestBooking(booking.id),
    networkMode: "always",
    onSuccess: () => decided(`Booking ${booking.code} is yours now.`),
  });
  const reject = useMutation({
    mutationFn: () => rejectGuestBooking(booking.id),
    networkMode: "always",
    onSuccess: () => decided(`Booking ${booking.code} is cancelled. It costs nothing.`),
  });
  const busy = accept.isPending || reject.isPending;
  const error = accept.error ?? reject.error;
  return (
    <li className="grid gap-3 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold">
            {booking.campus}: pickup {booking.pickup}
          </p>
          <p className="text-sm text-muted">
            Code {booking.code}, booked on {formatDay(booking.made_on)}.
            {booking.held_until ? ` We hold the place until ${booking.held_until}.` : ""}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={accept.isPending} disabled={busy} onClick={() => accept.mutate()}>
            This is mine
          </Button>
          <Button
            variant="secondary"
            busy={reject.isPending}
            disabled={busy}
            onClick={() => reject.mutate()}
          >
            Not mine
          </Button>
        </div>
      </div>
      {error ? <FormAlert tone="error">{stepFailure(error)}</FormAlert> : null}
    </li>
  );
}
