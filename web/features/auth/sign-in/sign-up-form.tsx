import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput, Input, PasswordInput } from "@components/ui/input";
import { type SignUpValues, signUpSchema } from "@features/auth/form-schemas";
import { SIGN_UP_FAILED } from "@lib/auth/failure";
import { useAttempt } from "@lib/auth/use-attempt";
import { passwordHint } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { welcome } from "./welcome";

export interface SignUpFormProps {
  /** What was typed before. */
  values: SignUpValues;
  onChange: (typed: SignUpValues) => void;
  /** The account waits for its confirmation mail. */
  onMailSent: (email: string) => void;
}

/** Makes an account. Where mails need no confirming, the session is there at once. */
export function SignUpForm({ values, onChange, onMailSent }: SignUpFormProps) {
  const { busy, failure, attempt, forget } = useAttempt("Sign-up");
  const { register, getValues, errorOf, onSubmit } = useSchemaForm({
    schema: signUpSchema,
    defaultValues: values,
    onRefuse: forget,
    onSend: ({ email, password, fullName: name }) =>
      attempt(async (auth) => {
        const { data, error } = await auth.signUp({
          email,
          password,
          options: {
            data: { full_name: name, name },
            emailRedirectTo: `${window.location.origin}/auth/callback`,
          },
        });
        if (error) throw error;
        if (!data.user) throw new Error("User creation failed");
        if (data.session) welcome();
        else onMailSent(email);
      }),
  });

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onChange={() => onChange(getValues())}
      className="grid gap-4"
    >
      <Field label="Full Name" error={errorOf("fullName")}>
        <Input autoComplete="name" maxLength={200} required {...register("fullName")} />
      </Field>
      <Field label="Email" error={errorOf("email")}>
        <EmailInput required {...register("email")} />
      </Field>
      <Field label="Password" hint={passwordHint()} error={errorOf("password")}>
        <PasswordInput autoComplete="new-password" required {...register("password")} />
      </Field>
      <Field label="Confirm Password" error={errorOf("confirmPassword")}>
        <PasswordInput autoComplete="new-password" required {...register("confirmPassword")} />
      </Field>
      <AuthProblem failure={failure} fallback={SIGN_UP_FAILED} />
      <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
        {busy ? "Creating account..." : "Sign Up"}
      </Button>
    </form>
  );
}
