/** The parts of an accounts error that people are told about; auth-js sends them in this form. */
export interface AuthFailure {
  message?: string;
  code?: string | undefined;
  status?: number | undefined;
  name?: string;
  reasons?: readonly string[];
}

export const SIGN_IN_FAILED = "Failed to sign in. Please check your credentials.";
export const SIGN_UP_FAILED = "Failed to create account. Please try again.";
export const GOOGLE_FAILED = "Failed to sign in with Google. Please try again.";
const UNREACHABLE = "We can't reach the server right now. Please try again in a moment.";

const WEAK_REASONS: Record<string, string> = {
  length: "Make it longer.",
  characters: "Mix letters, numbers and symbols.",
  pwned: "It is on public lists of common or leaked passwords, so it is quickly guessed.",
};

/** Right password, but the link in the confirmation mail was never opened. */
export function isUnconfirmed(failure: AuthFailure): boolean {
  return failure.code === "email_not_confirmed";
}

/** What to say about a failed sign-in: the server's message first (point 8). */
export function signInMessage(failure: AuthFailure): string {
  return said(failure) ?? SIGN_IN_FAILED;
}

/** What to say about a failed sign-up: the server's message first, then why a password is weak. */
export function signUpMessage(failure: AuthFailure): string {
  const message = said(failure) ?? SIGN_UP_FAILED;
  const reasons = (failure.reasons ?? []).flatMap((reason) => WEAK_REASONS[reason] ?? []);
  return reasons.length > 0 ? [message, ...reasons].map(sentence).join(" ") : message;
}

/** What to say when the confirmation mail was not sent again. */
export function resendMessage(failure: AuthFailure): string {
  return said(failure) ?? "The mail could not be sent. Please try again.";
}

function said(failure: AuthFailure): string | undefined {
  if (failure.name === "AuthRetryableFetchError") return UNREACHABLE;
  const message = failure.message?.trim();
  return message && message !== "{}" ? message : undefined;
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
