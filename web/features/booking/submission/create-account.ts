import type { Answers } from "@features/booking/answers/answers";
import { type Auth, authClient } from "@lib/auth/client";
import type { AccountOutcome } from "./submit-booking";

/**
 * Signs the booker up; the confirmation mail leads to /auth/callback.
 *
 * A confirmed account under the same address answers either with an error or, so that strangers
 * cannot find out who has one, like a new account without identities. The password that was typed
 * may well be that account's: it is tried once, and the booking then belongs to the account.
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
  if (user.identities?.length === 0)
    return { userId: await signInWithSame(auth, data), kind: "known" };
  return { userId: session?.user.id ?? null, kind: "created" };
}

async function signInWithSame(auth: Auth, data: Answers): Promise<string | null> {
  const { data: signedIn } = await auth.signInWithPassword({
    email: data.email.trim(),
    password: data.password,
  });
  return signedIn.user?.id ?? null;
}
