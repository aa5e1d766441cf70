import { FactorChallenge } from "@components/second-factor/factor-challenge";
import { AuthFrame } from "@features/auth/auth-frame";
import type { User } from "@supabase/auth-js";
import { welcome } from "./welcome";

/** The second step of signing in, for an account that has one; nothing is shown before it. */
export function SecondFactor({ user }: { user: User }) {
  return (
    <AuthFrame
      title="One more step"
      lede="Your password is correct. This account also asks for a second step."
    >
      <FactorChallenge user={user} onDone={welcome} />
    </AuthFrame>
  );
}
