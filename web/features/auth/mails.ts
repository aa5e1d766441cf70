import type { Auth } from "@lib/auth/client";

/** The mails a person can ask for. Each carries a link and six digits. */
export type MailKind = "signup" | "sign-in" | "recovery";

/** The type under which the six digits of a mail are taken (docs/wire/auth.md). */
export const CODE_TYPES = { signup: "signup", "sign-in": "email", recovery: "recovery" } as const;

/**
 * Requests a mail. The answer is the same for an address without an account: it reveals no
 * accounts.
 * @throws the auth client's error when the request is refused.
 */
export async function sendMail(auth: Auth, kind: MailKind, email: string): Promise<void> {
  const { error } = await request(auth, kind, email);
  if (error && error.code !== "otp_disabled") throw error;
}

function request(auth: Auth, kind: MailKind, email: string) {
  const { origin } = window.location;
  const emailRedirectTo = `${origin}/auth/callback`;
  if (kind === "signup") {
    return auth.resend({ type: "signup", email, options: { emailRedirectTo } });
  }
  if (kind === "recovery") {
    return auth.resetPasswordForEmail(email, { redirectTo: `${origin}/auth/set-password` });
  }
  return auth.signInWithOtp({ email, options: { emailRedirectTo, shouldCreateUser: false } });
}
