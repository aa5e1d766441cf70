import type { Booking, NewBooking } from "@api/bookings/booking";
import { freeWindows, isFull } from "@api/bookings/places-held";
import { ApiError } from "@api/errors";
import type { Answers, Step } from "@features/booking/answers/answers";
import { bookingBody } from "./booking-body";

/** Between the new account and the booking (rule: account-in-wizard). */
export const WAIT_AFTER_ACCOUNT_MS = 1_000;

/** Shown where neither the server nor the network gave a reason. */
export const FALLBACK_MESSAGE = "Failed to complete booking. Please try again.";

/** What came of creating the account. */
export interface AccountOutcome {
  /** Set where there is a session at once; null while the address waits to be confirmed. */
  userId: string | null;
  /** `known`: the address had a confirmed account already, and nothing was created. */
  kind: "created" | "known";
}

/** What of the stored row is shown afterwards. */
export type Stored = Pick<Booking, "id" | "confirm_by">;

export interface SubmissionOutcome {
  account: AccountOutcome | null;
  stored: Stored;
}

export interface SubmissionParts {
  createAccount: (data: Answers) => Promise<AccountOutcome>;
  createBooking: (booking: NewBooking, key: string) => Promise<Stored>;
  wait: (milliseconds: number) => Promise<void>;
  newKey: () => string;
}

/** A step that may mend a failure, and the words of the button that leads there. */
export interface Remedy {
  step: Step;
  label: string;
}

/** Why the booking is not complete, in words for the red box. */
export class SubmissionError extends Error {
  readonly remedy: Remedy | null;
  /** Free windows that the server offers instead. */
  readonly alternatives: readonly string[];
  /** Whether signing in would help. */
  readonly signIn: boolean;
  /** Whether the date of the booking that there is should be changed instead. */
  readonly changeDate: boolean;

  constructor(
    message: string,
    more: {
      remedy?: Remedy;
      alternatives?: readonly string[];
      signIn?: boolean;
      changeDate?: boolean;
    } = {},
  ) {
    super(message);
    this.name = "SubmissionError";
    this.remedy = more.remedy ?? null;
    this.alternatives = more.alternatives ?? [];
    this.signIn = more.signIn ?? false;
    this.changeDate = more.changeDate ?? false;
  }
}

export type Submit = (
  answers: Answers,
  userId: string | null,
  /** the place that is held for this form */
  holdId?: string | null,
) => Promise<SubmissionOutcome>;

/**
 * The submission of one wizard run: account first, a second's wait, then the booking.
 *
 * It may be called again after a failure. An account that was created in this run for the same
 * address is not created again, and the same booking goes out under the same Idempotency-Key, so
 * that a retry after a lost answer books once, word for word, whatever place is held by then. A
 * booking that was changed, or refused for certain, gets a new key.
 * @throws SubmissionError 'Account creation failed: …' or 'Booking failed: …'.
 */
export function createSubmission(parts: SubmissionParts): Submit {
  let created: { email: string; outcome: AccountOutcome } | null = null;
  let sent: { content: string; booking: NewBooking; key: string } | null = null;

  async function accountFor(data: Answers): Promise<AccountOutcome> {
    const email = data.email.trim().toLowerCase();
    if (created?.email === email) return created.outcome;
    let outcome: AccountOutcome;
    try {
      outcome = await parts.createAccount(data);
    } catch (error) {
      throw accountFailure(error);
    }
    created = { email, outcome };
    await parts.wait(WAIT_AFTER_ACCOUNT_MS);
    return outcome;
  }

  return async (data, userId, holdId = null) => {
    requireAnswers(data, userId);
    const account = userId === null ? await accountFor(data) : null;
    const booking = bookingBody(data, userId ?? account?.userId ?? null);
    const content = JSON.stringify(booking);
    if (sent?.content !== content) {
      const held = holdId ? { ...booking, hold_id: holdId } : booking;
      sent = { content, booking: held, key: parts.newKey() };
    }
    let stored: Stored;
    try {
      stored = await parts.createBooking(sent.booking, sent.key);
    } catch (error) {
      if (error instanceof ApiError && !error.unreachable) sent = null;
      throw bookingFailure(error);
    }
    return { account: account ?? created?.outcome ?? null, stored };
  };
}

function requireAnswers(data: Answers, userId: string | null): void {
  if (data.campusId === null)
    throw new SubmissionError("Campus selection is required", {
      remedy: at("schoolSearch", "Choose campus"),
    });
  if (!data.firstName.trim() || !data.lastName.trim() || !data.email.trim())
    throw new SubmissionError("Name and email are required", {
      remedy: at("guestInfo", "Change information"),
    });
  if (userId === null && !data.password)
    throw new SubmissionError("Email and password are required", {
      remedy: at("passwordCreation", "Choose a password"),
    });
}

/** What a refused answer is called in the server's sentences, and the step that asks for it. */
const ASKED_AT: readonly [RegExp, Remedy][] = [
  [/^(Building name|Address) |time windows|pickup windows/, at("pickup", "Change pickup")],
  [/^Delivery address /, at("delivery", "Change delivery")],
  [/^Campus selection|serve that campus/, at("schoolSearch", "Choose campus")],
  [
    /^(First name|Last name|Email|Phone|Name of|Phone of) |phone number/,
    at("guestInfo", "Change information"),
  ],
  [/email address/, at("guestInfo", "Change email")],
  [/ pickup date\./, at("pickup", "Change pickup day")],
  [/ supply kit delivery date\./, at("supplyKit", "Change kit day")],
  [/ return delivery date\./, at("delivery", "Change delivery day")],
];

function at(step: Step, label: string): Remedy {
  return { step, label };
}

/** The step of the answer that the server's words are about; undefined for words about none. */
function remedyFor(message: string): Remedy | undefined {
  return ASKED_AT.find(([words]) => words.test(message))?.[1];
}

interface Refusal {
  status: number | undefined;
  code: string | undefined;
  message: string;
}

function refusalOf(error: unknown): Refusal {
  const { status, code, message } = (error ?? {}) as Record<string, unknown>;
  return {
    status: typeof status === "number" ? status : undefined,
    code: typeof code === "string" ? code : undefined,
    message: typeof message === "string" ? message : "",
  };
}

function accountFailure(error: unknown): SubmissionError {
  const { status, code, message } = refusalOf(error);
  const failed = (words: string) => (words ? `Account creation failed: ${words}` : "");
  if (code === "user_already_exists" || code === "email_exists")
    return new SubmissionError(
      failed(
        "This address already has an account with another password. Sign in first, or use another email.",
      ),
      { remedy: at("guestInfo", "Change email"), signIn: true },
    );
  if (status === 429) {
    const seconds = /after (\d+) seconds?/.exec(message)?.[1];
    const when = seconds ? `in ${seconds} seconds` : "in a few minutes";
    return new SubmissionError(
      failed(`We have just mailed this address. Please complete the booking again ${when}.`),
    );
  }
  if (status === undefined || status === 0 || (status >= 502 && status <= 504))
    return new SubmissionError(failed("We can't reach the server. Please try again in a moment."));
  if (code === "weak_password")
    return new SubmissionError(failed(message), {
      remedy: at("passwordCreation", "Change password"),
    });
  if (code === "email_address_invalid" || code === "validation_failed")
    return new SubmissionError(failed(message), {
      remedy: remedyFor(message) ?? at("guestInfo", "Change email"),
    });
  return new SubmissionError(failed(message));
}

function bookingFailure(error: unknown): SubmissionError {
  const { status, message } = refusalOf(error);
  const words = message ? `Booking failed: ${message}` : "";
  if (status !== 409) {
    const remedy = status === 400 ? remedyFor(message) : undefined;
    return new SubmissionError(words, remedy ? { remedy } : {});
  }
  const details = error instanceof ApiError ? error.details : null;
  if (details === "close-to-pickup") return new SubmissionError(words, { changeDate: true });
  if (details === "confirm-first")
    return new SubmissionError(words, {
      remedy: at("pickup", "Change pickup time"),
      signIn: true,
    });
  return new SubmissionError(words, {
    remedy: at("pickup", "Change pickup time"),
    alternatives: isFull(error) ? freeWindows(error).map(({ words }) => words) : [],
  });
}
