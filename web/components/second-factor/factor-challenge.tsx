import { Button } from "@components/ui/button";
import { useAttempt } from "@lib/auth/use-attempt";
import { business } from "@lib/site/published";
import type { User } from "@supabase/auth-js";
import { useState } from "react";
import { factorChoices, factorName } from "./factor-choices";
import { FactorCodeForm } from "./factor-code-form";
import { PasskeyForm } from "./passkey-form";
import type { StepProps } from "./step-props";

interface FactorChallengeProps extends Omit<StepProps, "factor"> {
  user: User;
  /** Closes the question and keeps the session; without it, giving up signs out. */
  onCancel?: (() => void) | undefined;
}

/** The second step of signing in: the account's best factor, its other ones, and the way out. */
export function FactorChallenge({ user, storageKey, onDone, onCancel }: FactorChallengeProps) {
  const choices = factorChoices(user.factors ?? []);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { busy, attempt } = useAttempt("Cancelling the sign-in", storageKey);
  const factor = choices.find(({ id }) => id === chosenId) ?? choices[0];
  const others = choices.filter((one) => one !== factor);
  const Form = factor?.factor_type === "webauthn" ? PasskeyForm : FactorCodeForm;

  return (
    <div className="grid gap-6">
      {factor ? (
        <Form key={factor.id} factor={factor} storageKey={storageKey} onDone={onDone} />
      ) : null}
      {others.length > 0 ? (
        <div className="grid justify-items-start gap-1 border-t border-line pt-4">
          <h2 className="font-sans text-sm font-semibold tracking-normal">Another way</h2>
          {others.map((other) => (
            <Button key={other.id} variant="link" onClick={() => setChosenId(other.id)}>
              {factorName(other)}
            </Button>
          ))}
        </div>
      ) : null}
      <div className="grid justify-items-start gap-3 border-t border-line pt-4 text-sm text-muted">
        <p>
          Lost it? Write to{" "}
          <a className="underline underline-offset-4" href={`mailto:${business.email}`}>
            {business.email}
          </a>{" "}
          from this account's address.
        </p>
        <Button
          variant="secondary"
          busy={busy}
          onClick={() =>
            onCancel
              ? onCancel()
              : attempt(async (auth) => {
                  const { error } = await auth.signOut({ scope: "local" });
                  if (error) throw error;
                })
          }
        >
          {onCancel ? "Cancel" : "Cancel and sign out"}
        </Button>
      </div>
    </div>
  );
}
