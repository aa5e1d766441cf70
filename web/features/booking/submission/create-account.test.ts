// @vitest-environment jsdom
import { emptyAnswers } from "@features/booking/answers/answers";
import { expect, it, vi } from "vitest";
import { completedBooking, nextStepAfter, waitsForCode } from "./completed-booking";
import { createAccount } from "./create-account";

const auth = vi.hoisted(() => ({ signUp: vi.fn(), signInWithPassword: vi.fn() }));
vi.mock("@lib/auth/client", () => ({ authClient: async () => auth }));

const ANSWERS = {
  ...emptyAnswers({ campusId: 1 }),
  email: "maya@wizard.test",
  password: "five-boxes",
};
const REFUSED = { data: { user: null, session: null }, error: { code: "invalid_credentials" } };

/** What a booker reads whose address the server answers with these. */
async function shown(user: object, signIn: object, heldUntil: string | null) {
  auth.signUp.mockResolvedValue({ data: { user, session: null }, error: null });
  auth.signInWithPassword.mockResolvedValue(signIn);
  const account = await createAccount(ANSWERS);
  const completed = completedBooking(
    ANSWERS,
    account,
    { id: "7f3a91c2-0000-4000-8000-000000000000", confirm_by: heldUntil },
    "-07:00",
  );
  return [nextStepAfter(completed), waitsForCode(completed)];
}

// Rule: no-guessing-accounts.
it.each([null, "2027-04-28T16:00:00Z"])(
  "reads the same for a new address and for one with an account (held until %s)",
  async (heldUntil) => {
    const newUser = { id: "1", identities: [{ provider: "email" }] };
    const knownUser = { id: "2", identities: [] };
    const forNew = await shown(newUser, REFUSED, heldUntil);
    expect(await shown(knownUser, REFUSED, heldUntil)).toEqual(forNew);
    expect(forNew[0]).toMatch(/^Check your mail/);
    // Only the account's own password tells more.
    const signedIn = { data: { user: knownUser }, error: null };
    expect(await shown(knownUser, signedIn, null)).toEqual([
      "You already had an account, so we signed you in. The booking is in your dashboard.",
      false,
    ]);
  },
);
