import type { Answers } from "@features/booking/answers/answers";
import { keepInTab, readInTab } from "@lib/browser/tab-store";
import { bookingCode } from "@lib/format/booking-code";
import { formatCampusTime } from "@lib/format/campus-time";
import { BOOKED_KEY } from "@lib/site/booking-launcher";
import { addressOf, buildingOf } from "./booking-body";
import type { AccountOutcome, Stored } from "./submit-booking";

/** A booking that was completed in this tab, for what comes after it. */
export interface CompletedBooking {
  id: string;
  /** "7F3A-91C2", as mails and staff say it */
  code: string;
  email: string;
  account: AccountOutcome | null;
  /** until when the place waits to be confirmed, as a moment, and the campus's offset from UTC */
  heldUntil: string | null;
  utcOffset: string | undefined;
  pickupDate: string;
  pickupTime: string;
  place: string;
  textMessages: boolean;
  phone: string;
}

export function completedBooking(
  answers: Answers,
  account: AccountOutcome | null,
  { id, confirm_by }: Stored,
  utcOffset: string | undefined,
): CompletedBooking {
  const { email, phone, pickupDate, pickupTime, textMessages, campus } = answers;
  return {
    id,
    code: bookingCode(id),
    email: email.trim(),
    account,
    heldUntil: confirm_by,
    utcOffset,
    pickupDate,
    pickupTime,
    place: [buildingOf(answers), addressOf(answers), campus].filter(Boolean).join(", "),
    textMessages,
    phone: phone.trim(),
  };
}

/** Keeps it for this tab: the mail with its code is often read in another app of the same phone. */
export function keepCompleted(completed: CompletedBooking): void {
  keepInTab(BOOKED_KEY, completed);
}

export function readCompleted(): CompletedBooking | null {
  return readInTab(BOOKED_KEY) as CompletedBooking | null;
}

/**
 * Whether the address waits to be confirmed, with a mailed code or link. The same for an address
 * that has an account already: no reader learns here who has one (rule: no-guessing-accounts).
 */
export function waitsForCode({ account }: CompletedBooking): boolean {
  return account !== null && account.userId === null;
}

/** What the booker should do next, in a sentence or two. */
export function nextStepAfter(completed: CompletedBooking): string {
  const { email, account, heldUntil, utcOffset } = completed;
  if (heldUntil) {
    const until = formatCampusTime(heldUntil, utcOffset);
    return `Check your mail: open the link we sent to ${email} by ${until} (campus time) to confirm your booking. If the mail has a code, you can type it here instead. We hold your pickup place until then.`;
  }
  if (!account) return "You can see it in your dashboard.";
  if (account.userId === null)
    return `Check your mail: we wrote to ${email} how you see this booking in your account. If the mail has a code, you can type it here.`;
  return account.kind === "created"
    ? "Your account is ready, and the booking is in your dashboard."
    : "You already had an account, so we signed you in. The booking is in your dashboard.";
}
