import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput, Input, PasswordInput } from "@components/ui/input";
import { SIGN_UP_FAILED } from "@lib/auth-failure";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useRef, useState } from "react";
import { type Refusal, refuseSignUp, type SignUpValues } from "./form-rules";
import { welcome } from "./welcome";

export interface SignUpFormProps {
  values: SignUpValues;
  onChange: (change: Partial<SignUpValues>) => void;
  /** The account waits for its confirmation mail. */
  onMailSent: (email: string) => void;
}

/** Makes an account. Where mails need no confirming, the session is there at once. */
export function SignUpForm({ values, onChange, onMailSent }: SignUpFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, attempt, forget } = useAttempt("Sign-up");
  const [refusal, setRefusal] = useState<Refusal<keyof SignUpValues> | null>(null);
  const errorOf = (field: keyof SignUpValues) =>
    refusal?.field === field ? refusal.message : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = refuseSignUp(values);
    setRefusal(found);
    forget();
    if (found) {
      form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    const email = values.email.trim();
    const name = values.fullName.trim();
    await attempt(async (auth) => {
      const { data, error } = await auth.signUp({
        email,
        password: values.password,
        options: {
          data: { full_name: name, name },
          emailRedirectTo: `${window.location.origin}/auth/callback`,
        },
      });
      if (error) throw error;
      if (!data.user) throw new Error("User creation failed");
      if (data.session) welcome();
      else onMailSent(email);
    });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Full Name" error={errorOf("fullName")}>
        <Input
          name="fullName"
          autoComplete="name"
          maxLength={200}
          required
          value={values.fullName}
          onChange={(event) => onChange({ fullName: event.target.value })}
        />
      </Field>
      <Field label="Email" error={errorOf("email")}>
        <EmailInput
          required
          value={values.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
      <Field label="Password" hint="At least 6 characters" error={errorOf("password")}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          value={values.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      </Field>
      <Field label="Confirm Password" error={errorOf("confirmPassword")}>
        <PasswordInput
          name="confirmPassword"
          autoComplete="new-password"
          required
          value={values.confirmPassword}
          onChange={(event) => onChange({ confirmPassword: event.target.value })}
        />
      </Field>
      <AuthProblem failure={failure} fallback={SIGN_UP_FAILED} />
      <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
        {busy ? "Creating account..." : "Sign Up"}
      </Button>
    </form>
  );
}
