import { AuthProblem } from "@components/auth-problem";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput } from "@components/ui/input";
import { addressSchema } from "@features/auth/form-schemas";
import { MAIL_FAILED, MailAgain } from "@features/auth/mail-again";
import { MailedCodeForm } from "@features/auth/mailed-code-form";
import { sendMail } from "@features/auth/mails";
import { useAttempt } from "@lib/auth/use-attempt";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useState } from "react";

export interface CodeSignInProps {
  email: string;
  onChange: (email: string) => void;
  onUsePassword: () => void;
}

/** Signing in by mail: one asks for a code, then types it here or presses the mail's link. */
export function CodeSignIn({ email, onChange, onUsePassword }: CodeSignInProps) {
  const { busy, failure, attempt } = useAttempt("Sending a code");
  const [mailedTo, setMailedTo] = useState("");
  const { register, getValues, errorOf, onSubmit } = useSchemaForm({
    schema: addressSchema,
    defaultValues: { email },
    onSend: async ({ email }) => {
      if (await attempt((auth) => sendMail(auth, "sign-in", email))) setMailedTo(email);
    },
  });

  if (mailedTo) {
    return (
      <div className="grid justify-items-start gap-5">
        <FormAlert tone="success">
          <p className="font-semibold">Check your email</p>
          <p>
            If there is an account for {mailedTo}, a mail with six digits and a link is on its way.
            Either signs you in.
          </p>
        </FormAlert>
        <MailedCodeForm email={mailedTo} kind="sign-in" />
        <MailAgain email={mailedTo} kind="sign-in" />
        <Button variant="link" onClick={() => setMailedTo("")}>
          Use another address
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onChange={() => onChange(getValues("email"))}
      className="grid gap-4"
    >
      <p className="text-sm text-muted">
        We email you a six-digit code and a link. You need no password this time.
      </p>
      <Field label="Email" error={errorOf("email")}>
        <EmailInput required {...register("email")} />
      </Field>
      <AuthProblem failure={failure} fallback={MAIL_FAILED} />
      <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
        {busy ? "Sending..." : "Email me a code"}
      </Button>
      <Button variant="ghost" onClick={onUsePassword}>
        Use your password instead
      </Button>
    </form>
  );
}
