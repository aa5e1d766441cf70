import { Button } from "@components/ui/button";
import contact from "@facts/contact.json";
import { useAttempt } from "@lib/use-attempt";
import type { Factor, User } from "@supabase/auth-js";
import { useState } from "react";
import { AuthFrame } from "./auth-frame";
import { factorChoices, factorName } from "./factor-choices";
import { FactorCodeForm } from "./factor-code-form";
import { PasskeyForm } from "./passkey-form";

/** The second step of signing in, for an account that has one; nothing is shown before it. */
export function SecondFactor({ user }: { user: User }) {
  const choices = factorChoices(user.factors ?? []);
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, attempt } = useAttempt("Cancelling the sign-in");
  const factor = choices.find(({ id }) => id === chosen) ?? choices[0];
  const others = choices.filter((one) => one !== factor);

  return (
    <AuthFrame
      title="One more step"
      lede="Your password was right. This account asks for a second step before it opens."
    >
      <div className="grid gap-6">
        {factor ? <Challenge key={factor.id} factor={factor} /> : null}
        {others.length > 0 ? (
          <div className="grid justify-items-start gap-1 border-t border-line pt-4">
            <h2 className="font-sans text-sm font-semibold tracking-normal">Another way</h2>
            {others.map((other) => (
              <Button key={other.id} variant="link" onClick={() => setChosen(other.id)}>
                {factorName(other)}
              </Button>
            ))}
          </div>
        ) : null}
        <div className="grid justify-items-start gap-3 border-t border-line pt-4 text-sm text-muted">
          <p>
            Lost it? Write to{" "}
            <a className="underline underline-offset-4" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>{" "}
            from this account's address.
          </p>
          <Button
            variant="secondary"
            busy={busy}
            onClick={() =>
              attempt(async (auth) => {
                const { error } = await auth.signOut({ scope: "local" });
                if (error) throw error;
              })
            }
          >
            Cancel and sign out
          </Button>
        </div>
      </div>
    </AuthFrame>
  );
}

function Challenge({ factor }: { factor: Factor }) {
  return factor.factor_type === "webauthn" ? (
    <PasskeyForm factor={factor} />
  ) : (
    <FactorCodeForm factor={factor} />
  );
}
