import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import { awaitsSecondFactor } from "@lib/assurance";
import { SIGN_IN_FAILED } from "@lib/auth-failure";
import { CODE_LENGTH } from "@lib/mailed-code";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CODE_TYPES, type MailKind } from "./mails";
import { welcome } from "./welcome";

export interface MailedCodeFormProps {
  email: string;
  kind: Exclude<MailKind, "recovery">;
  label?: string;
}

/** The six digits of a mail, typed on whatever device: signs in without opening the link. */
export function MailedCodeForm({ email, kind, label = "Code from the mail" }: MailedCodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, failure, attempt } = useAttempt("Sign-in by code");
  const [token, setToken] = useState("");
  const [short, setShort] = useState(false);

  // The button that was pressed is gone with the form before: the next step takes the focus.
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setShort(token.length < CODE_LENGTH);
    if (token.length < CODE_LENGTH) {
      input.current?.focus();
      return;
    }
    const done = await attempt(async (auth) => {
      const { data, error } = await auth.verifyOtp({ email, token, type: CODE_TYPES[kind] });
      if (error) throw error;
      if (data.session && !awaitsSecondFactor(data.session)) welcome();
    });
    if (!done) input.current?.select();
  }

  return (
    <form noValidate onSubmit={submit} className="grid w-full justify-items-start gap-3">
      <Field label={label} error={short ? "Enter all six digits" : undefined}>
        <CodeInput ref={input} name="code" required value={token} onChange={setToken} />
      </Field>
      <AuthProblem failure={failure} fallback={SIGN_IN_FAILED} />
      <Button type="submit" busy={busy} className="h-12 w-full text-base">
        {busy ? "Checking..." : "Sign in with the code"}
      </Button>
    </form>
  );
}
