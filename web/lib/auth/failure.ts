import { business } from "@lib/site/published";

/** The parts of an accounts error that messages use, in auth-js's form. */
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
const SIGNED_OUT = "You have been signed out. Sign in again to go on.";
const WRONG_CODE = "That code is wrong or has expired. Check it, or ask for a new one.";
const OVERTAKEN = "That took too long, or was opened twice. Please start again.";

/**
 * What to do next, by code, where the server's own message does not say.
 * Other codes use the server's words.
 */
const WORDS: Record<string, string> = {
  over_request_rate_limit: "Too many tries in a short time.",
  over_email_send_rate_limit: "We sent you a mail a moment ago. Look in your spam folder too.",
  over_sms_send_rate_limit: "We sent you a text message a moment ago.",
  sms_send_failed: "We can't text that number. Use a Canadian or US mobile number.",
  user_banned: `This account is locked. Write to ${business.email} and we'll look into it.`,
  signup_disabled: `New accounts are switched off for now. Write to ${business.email} to get one.`,
  otp_expired: WRONG_CODE,
  reauthentication_not_valid: WRONG_CODE,
  reauthentication_needed:
    "Change your password in your account settings: we mail you a code for it first.",
  same_password: "That is your password already. Choose a different one.",
  email_exists: "Another account uses that address. Choose a different one, or sign in with it.",
  phone_exists: "Another account uses that number. Choose a different one.",
  session_not_found: SIGNED_OUT,
  session_expired: SIGNED_OUT,
  user_not_found: SIGNED_OUT,
  bad_jwt: SIGNED_OUT,
  insufficient_aal: "Sign out, then sign in with your second step to change this.",
  mfa_verification_failed: "That code is not right. Enter the newest one.",
  mfa_challenge_expired: "That took too long. Ask for a new code.",
  mfa_factor_name_conflict: "You have a second step of that name already. Give this one another.",
  too_many_enrolled_mfa_factors: "You have as many second steps as fit. Remove one first.",
  mfa_phone_enroll_not_enabled: "Text messages are switched off here. Use an app or a passkey.",
  mfa_totp_enroll_not_enabled: "Authenticator apps are switched off here.",
  mfa_webauthn_enroll_not_enabled: "Passkeys are switched off here.",
  phone_provider_disabled: "Text messages are switched off here.",
  provider_disabled: "Google sign-in isn't switched on here yet.",
  manual_linking_disabled: "Connecting accounts is switched off here.",
  identity_already_exists: `That Google account is connected to a ${business.name} account already. Choose another one, or disconnect it there first.`,
  single_identity_not_deletable:
    "This is your only way to sign in. Add another one first, then disconnect it.",
  email_conflict_identity_not_deletable:
    "Another account uses the address that would be left to you. Change your email first.",
  provider_email_needs_verification:
    "Google has not confirmed that address. Open the mail we just sent to it, then sign in.",
  bad_oauth_state: OVERTAKEN,
  bad_oauth_callback: OVERTAKEN,
  flow_state_expired: OVERTAKEN,
  flow_state_not_found: OVERTAKEN,
  flow_state_already_used: OVERTAKEN,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY:
    "The passkey prompt was closed or took too long. Please try again.",
  ERROR_CEREMONY_ABORTED: "The passkey prompt was closed. Please try again.",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "That device holds a passkey of yours already.",
};

const WEAK_REASONS: Record<string, string> = {
  length: "Make it longer.",
  characters: "Mix letters, numbers and symbols.",
  pwned: "It is on public lists of common or leaked passwords, so it is quickly guessed.",
};

/** Right password, but the link in the confirmation mail was never opened. */
export function isUnconfirmed(failure: AuthFailure): boolean {
  return failure.code === "email_not_confirmed";
}

/** Whatever was thrown, as far as it is an accounts error. */
export function asFailure(thrown: unknown): AuthFailure {
  return thrown instanceof Error ? thrown : {};
}

/**
 * What to say about a failure: by its code, else the server's message, else `fallback`; and for a
 * weak password every reason why it is weak.
 */
export function failureWords(failure: AuthFailure, fallback: string): string {
  const words = messageOf(failure) ?? fallback;
  const reasons = (failure.reasons ?? []).flatMap((reason) => WEAK_REASONS[reason] ?? []);
  return reasons.length > 0 ? [words, ...reasons].map(sentence).join(" ") : words;
}

function messageOf({ name, code, message }: AuthFailure): string | undefined {
  if (name === "AuthRetryableFetchError") return UNREACHABLE;
  if (name === "AuthSessionMissingError") return SIGNED_OUT;
  const known = code === undefined ? undefined : WORDS[code];
  const words = known ?? message?.trim();
  return words && words !== "{}" ? words : undefined;
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
