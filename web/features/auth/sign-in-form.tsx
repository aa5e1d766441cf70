import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input, PasswordInput } from "@components/ui/input";
import { authClient } from "@lib/auth";
import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { isUnconfirmed, SIGN_IN_FAILED, signInMessage } from "./auth-failure";
import { FormAlert } from "./form-alert";
import { type Refusal, refuseSignIn, type SignInValues } from "./form-rules";
import { MailAgain } from "./mail-again";

export interface SignInFormProps {
  values: SignInValues;
  onChange: (change: Partial<SignInValues>) => void;
}

/** Email and password. The page itself moves on once the session is there. */
export function SignInForm({ values, onChange }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal<keyof SignInValues> | null>(null);
  const [failure, setFailure] = useState("");
  const [unconfirmed, setUnconfirmed] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = refuseSignIn(values);
    setRefusal(found);
    setFailure("");
    setUnconfirmed("");
    if (found) {
      form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    setBusy(true);
    const email = values.email.trim();
    try {
      const auth = await authClient();
      const { error } = await auth.signInWithPassword({ email, password: values.password });
      if (!error) {
        toast.success("Welcome!", { description: "You've been successfully signed in." });
        return;
      }
      console.error("Sign-in failed:", error);
      if (isUnconfirmed(error)) setUnconfirmed(email);
      else setFailure(signInMessage(error));
    } catch (error) {
      console.error("Sign-in failed:", error);
      setFailure(SIGN_IN_FAILED);
    }
    setBusy(false);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" error={refusal?.field === "email" ? refusal.message : undefined}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          value={values.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
      <Field label="Password" error={refusal?.field === "password" ? refusal.message : undefined}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          required
          value={values.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      </Field>
      {failure ? <FormAlert tone="error">{failure}</FormAlert> : null}
      {unconfirmed ? (
        <FormAlert tone="error">
          <p>
            <strong>Email not confirmed.</strong> Open the link in the mail that we sent to{" "}
            {unconfirmed}, then sign in here.
          </p>
          <MailAgain email={unconfirmed} />
        </FormAlert>
      ) : null}
      <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
        {busy ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}
