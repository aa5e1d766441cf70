import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { showPasskey } from "@lib/auth/passkey";
import { useAttempt } from "@lib/auth/use-attempt";
import { Fingerprint } from "lucide-react";
import type { StepProps } from "./step-props";

/** The second step by passkey: the browser asks for a finger, a face or a key. */
export function PasskeyForm({ factor, storageKey, onDone }: StepProps) {
  const { busy, failure, attempt } = useAttempt("The second step by passkey", storageKey);

  function use() {
    return attempt(async (auth) => {
      await showPasskey(auth, factor.id);
      onDone();
    });
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>
        Your device asks for your finger, face or key
        {factor.friendly_name ? <> for the passkey “{factor.friendly_name}”</> : null}.
      </p>
      <AuthProblem
        failure={failure}
        fallback="The passkey was not used. Try again, or choose another way."
      />
      <Button className="h-12 text-base" busy={busy} onClick={use}>
        <Fingerprint aria-hidden="true" />
        Use your passkey
      </Button>
    </div>
  );
}
