import { formatCampusTime } from "@lib/campus-time";
import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { SubmissionOutcome } from "./submit-booking";

/** A booking that was completed on this page, for the words that come after it. */
export interface CompletedBooking {
  email: string;
  account: SubmissionOutcome["account"];
  /** until when the place waits to be confirmed, as a moment, and the campus's offset from UTC */
  heldUntil?: string | null;
  utcOffset?: string | undefined;
}

// Not below `bookingKeys.all`: this is what happened here, no row of the server's.
const KEY = ["booking-completed"];

/** Marks a booking as completed, or, with null, takes the mark away. */
export function markCompleted(queries: QueryClient, completed: CompletedBooking | null): void {
  queries.setQueryData<CompletedBooking | null>(KEY, completed);
}

/** The booking that was last completed on this page, or null. */
export function useCompletedBooking(): CompletedBooking | null {
  const { data } = useQuery<CompletedBooking | null>({
    queryKey: KEY,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

/** What the booker should do next, in a sentence or two. */
export function nextStepAfter(completed: CompletedBooking): string {
  const { email, account, heldUntil, utcOffset } = completed;
  if (heldUntil) {
    const until = formatCampusTime(heldUntil, utcOffset);
    const first = account?.kind === "known" ? `${email} already has an account. ` : "";
    return `${first}Check your mail: open the link we sent to ${email} by ${until} to confirm your booking. We hold your pickup place until then.`;
  }
  if (!account) return "You find it in your dashboard.";
  if (account.kind === "created")
    return account.userId
      ? "Your account is ready, and the booking is in your dashboard."
      : `Check your mail: we sent a link to ${email}. Open it to confirm your account and see your booking.`;
  return account.userId
    ? "You already had an account, so we signed you in. The booking is in your dashboard."
    : `${email} already has an account with another password, so this is kept as a guest booking. Our team has it.`;
}
