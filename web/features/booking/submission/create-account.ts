import type { Answers } from "@features/booking/answers/answers";
import { type Auth, authClient } from "@lib/auth/client";
import type { AccountOutcome } from "./submit-booking";

/**
 * Signs the booker up; the confirmation mail leads to /auth/callback.
 *
 * A confirmed account under the same address is answered like a new one, so that strangers cannot
 * find out who has one. The password that was typed may be that account's: it is tried once, and
 * the booking then belongs to the account.
 * @throws the auth client's error when the sign-up is refused.
 */
export async function createAccount(data: Answers): Promise<AccountOutcome> {
  const auth = await authClient();
  const first = data.firstName.trim();
  const last = data.lastName.trim();
  const name = `${first} ${last}`;
  const answer = await auth.signUp({
    email: data.email.trim(),
    password: data.password,
    options: {
      data: {
        full_name: name,
        name,
        first_name: first,
        last_name: last,
        phone: data.phone.trim(),
        user_type: data.userType,
        // Its mail waits for the booking's, which says it all (rule: one-mail-for-a-booking).
        booking_follows: true,
      },
      emailRedirectTo: `${window.location.origin}/auth/callback`,
    },
  });
  if (answer.error) {
    if (answer.error.code !== "user_already_exists") throw answer.error;
    const userId = await signInWithSame(auth, data);
    if (userId === null) throw answer.error;
    return { userId, kind: "known" };
  }
  const { user, session } = answer.data;
  if (!user) throw new Error("User creation failed");
  if (session) return { userId: session.user.id, kind: "created" };
  // The answer does not tell whether the address has an account; its password does.
  const userId = await signInWithSame(auth, data);
  return { userId, kind: userId === null ? "created" : "known" };
}

async function signInWithSame(auth: Auth, data: Answers): Promise<string | null> {
  const { data: signedIn } = await auth.signInWithPassword({
    email: data.email.trim(),
    password: data.password,
  });
  return signedIn.user?.id ?? null;
}
