import { AuthProblem } from "@components/auth-problem";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput, PasswordInput } from "@components/ui/input";
import { type SignUpValues, signInSchema } from "@features/auth/form-schemas";
import { MailAgain } from "@features/auth/mail-again";
import { MailedCodeForm } from "@features/auth/mailed-code-form";
import { awaitsSecondFactor } from "@lib/auth/assurance";
import { isUnconfirmed, SIGN_IN_FAILED } from "@lib/auth/failure";
import { useAttempt } from "@lib/auth/use-attempt";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useState } from "react";
import { useLocation } from "react-router";
import { welcome } from "./welcome";

export interface SignInFormProps {
  /** What was typed before. */
  values: SignUpValues;
  onChange: (typed: Partial<SignUpValues>) => void;
  onUseCode: () => void;
}

/** Email and password. The page itself moves on once the session is there. */
export function SignInForm({ values, onChange, onUseCode }: SignInFormProps) {
  const { state } = useLocation();
  const { busy, failure, attempt, forget } = useAttempt("Sign-in");
  const [unconfirmed, setUnconfirmed] = useState("");
  const { register, getValues, errorOf, onSubmit } = useSchemaForm({
    schema: signInSchema,
    defaultValues: values,
    onRefuse: forget,
    onSend: async ({ email, password }) => {
      setUnconfirmed("");
      await attempt(async (auth) => {
        const { data, error } = await auth.signInWithPassword({ email, password });
        if (!error) {
          if (!awaitsSecondFactor(data.session)) welcome();
        } else if (isUnconfirmed(error)) setUnconfirmed(email);
        else throw error;
      });
    },
  });

  return (
    <div className="grid gap-4">
      <form
        noValidate
        onSubmit={onSubmit}
        onChange={() => onChange(getValues())}
        className="grid gap-4"
      >
        <Field label="Email" error={errorOf("email")}>
          <EmailInput required {...register("email")} />
        </Field>
        <Field label="Password" error={errorOf("password")}>
          <PasswordInput autoComplete="current-password" required {...register("password")} />
        </Field>
        <Button asChild variant="link" className="-my-2 justify-self-start">
          <PageLink to="/auth/forgot" state={{ ...state, email: values.email.trim() }}>
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
