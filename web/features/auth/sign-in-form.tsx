import { AuthProblem } from "@components/auth-problem";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/page-link";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput, PasswordInput } from "@components/ui/input";
import { awaitsSecondFactor } from "@lib/assurance";
import { isUnconfirmed, SIGN_IN_FAILED } from "@lib/auth-failure";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type Refusal, refuseSignIn, type SignInValues } from "./form-rules";
import { MailAgain } from "./mail-again";
import { MailedCodeForm } from "./mailed-code-form";
import { welcome } from "./welcome";

export interface SignInFormProps {
  values: SignInValues;
  onChange: (change: Partial<SignInValues>) => void;
  onUseCode: () => void;
}

/** Email and password. The page itself moves on once the session is there. */
export function SignInForm({ values, onChange, onUseCode }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state } = useLocation();
  const { busy, failure, attempt, forget } = useAttempt("Sign-in");
  const [refusal, setRefusal] = useState<Refusal<keyof SignInValues> | null>(null);
  const [unconfirmed, setUnconfirmed] = useState("");
  const email = values.email.trim();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = refuseSignIn(values);
    setRefusal(found);
    setUnconfirmed("");
    forget();
    if (found) {
      form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    await attempt(async (auth) => {
      const { data, error } = await auth.signInWithPassword({ email, password: values.password });
      if (!error) {
        if (!awaitsSecondFactor(data.session)) welcome();
      } else if (isUnconfirmed(error)) setUnconfirmed(email);
      else throw error;
    });
  }

  return (
    <div className="grid gap-4">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Email" error={refusal?.field === "email" ? refusal.message : undefined}>
          <EmailInput
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
        <Button asChild variant="link" className="-my-2 justify-self-start">
          <PageLink to="/auth/forgot" state={{ ...state, email }}>
            Forgot password?
          </PageLink>
        </Button>
        <AuthProblem failure={failure} fallback={SIGN_IN_FAILED} />
        <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
          {busy ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      {unconfirmed ? (
        <>
          <FormAlert tone="error">
            <p>
              <strong>Email not confirmed.</strong> Open the link in the mail that we sent to{" "}
              {unconfirmed}, then sign in here. Or type the six digits from it.
            </p>
            <MailAgain email={unconfirmed} />
          </FormAlert>
          <MailedCodeForm email={unconfirmed} kind="signup" />
        </>
      ) : (
        <Button variant="ghost" onClick={onUseCode}>
          Email me a code instead
        </Button>
      )}
    </div>
  );
}
