import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { showPasskey } from "@lib/passkey";
import { useAttempt } from "@lib/use-attempt";
import type { Factor } from "@supabase/auth-js";
import { Fingerprint } from "lucide-react";
import { welcome } from "./welcome";

/** The second step by passkey: the browser asks for a finger, a face or a key. */
export function PasskeyForm({ factor }: { factor: Factor }) {
  const { busy, failure, attempt } = useAttempt("The second step by passkey");

  function use() {
    return attempt(async (auth) => {
      await showPasskey(auth, factor.id);
      welcome();
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
