import { AuthProblem } from "@components/auth-problem";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput } from "@components/ui/input";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useRef, useState } from "react";
import { MAIL_FAILED, MailAgain } from "./mail-again";
import { MailedCodeForm } from "./mailed-code-form";
import { sendMail } from "./mails";

export interface CodeSignInProps {
  email: string;
  onChange: (email: string) => void;
  onUsePassword: () => void;
}

/** Signing in by mail: one asks for a code, then types it here or presses the mail's link. */
export function CodeSignIn({ email, onChange, onUsePassword }: CodeSignInProps) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, failure, attempt } = useAttempt("Sending a code");
  const [mailedTo, setMailedTo] = useState("");
  const [missing, setMissing] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    setMissing(!address);
    if (!address) {
      input.current?.focus();
      return;
    }
    if (await attempt((auth) => sendMail(auth, "sign-in", address))) setMailedTo(address);
  }

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
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-muted">
        We mail you six digits and a link. No password needed this time.
      </p>
      <Field label="Email" error={missing ? "Enter your email address" : undefined}>
        <EmailInput
          ref={input}
          required
          value={email}
          onChange={(event) => onChange(event.target.value)}
        />
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
