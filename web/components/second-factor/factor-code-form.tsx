import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import { useAttempt } from "@lib/auth/use-attempt";
import { codeSchema } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useEffect, useState } from "react";
import { ending, ownName, phoneOf } from "./factor-choices";
import type { StepProps } from "./step-props";

const FAILED = "The code could not be checked. Please try again.";

/** Six digits from an authenticator app, or from a text message that is requested first. */
export function FactorCodeForm({ factor, storageKey, onDone }: StepProps) {
  const { busy, failure, attempt } = useAttempt("The second step", storageKey);
  const texting = useAttempt("Sending a text message", storageKey);
  const [challengeId, setChallengeId] = useState("");
  const byText = factor.factor_type === "phone";
  const { register, setFocus, errorOf, onSubmit } = useSchemaForm({
    schema: codeSchema,
    defaultValues: { code: "" },
    onSend: async ({ code }) => {
      const factorId = factor.id;
      const isDone = await attempt(async (auth) => {
        const { error } = byText
          ? await auth.mfa.verify({ factorId, challengeId, code })
          : await auth.mfa.challengeAndVerify({ factorId, code });
        if (error) throw error;
        onDone();
      });
      if (!isDone) setFocus("code", { shouldSelect: true });
    },
  });

  // The button that was pressed is gone with the form before: the next step takes the focus.
  const hasChallenge = !byText || challengeId !== "";
  useEffect(() => {
    if (hasChallenge) setFocus("code");
  }, [hasChallenge, setFocus]);

  async function sendText() {
    await texting.attempt(async (auth) => {
      const { data, error } = await auth.mfa.challenge({ factorId: factor.id, channel: "sms" });
      if (error) throw error;
      setChallengeId(data.id);
    });
  }

  if (!hasChallenge) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>We text six digits to your phone {ending(phoneOf(factor))}.</p>
        <AuthProblem failure={texting.failure} fallback="The text message could not be sent." />
        <Button className="h-12 text-base" busy={texting.busy} onClick={sendText}>
          Text me a code
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid justify-items-start gap-4">
      <Field
        label={byText ? "Code from the text message" : "Code from your authenticator app"}
        hint={
          byText
            ? "It takes up to a minute to arrive"
            : (ownName(factor) && `Under "${ownName(factor)}"`) || undefined
        }
        error={errorOf("code")}
      >
        <CodeInput required {...register("code")} />
      </Field>
      <AuthProblem failure={failure ?? texting.failure} fallback={FAILED} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} className="h-12 text-base">
          {busy ? "Checking..." : "Go on"}
        </Button>
        {byText ? (
          <Button variant="ghost" className="h-12" busy={texting.busy} onClick={sendText}>
            Send another
          </Button>
        ) : null}
      </div>
    </form>
  );
}
