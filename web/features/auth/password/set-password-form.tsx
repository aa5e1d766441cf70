import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import { EmailInput, PasswordInput } from "@components/ui/input";
import { newPasswordSchema } from "@features/auth/form-schemas";
import { MailAgain } from "@features/auth/mail-again";
import { awaitsSecondFactor } from "@lib/auth/assurance";
import { isStaff } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { useAttempt } from "@lib/auth/use-attempt";
import { passwordHint } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";

export interface SetPasswordFormProps {
  /** The address that the mail went to; empty when the page was opened by itself. */
  mailedTo: string;
  /** Whether the session is there: by the mail's link, or since the code was right. */
  signedIn: boolean;
  password: string;
  onPassword: (password: string) => void;
  onDone: () => void;
}

/** Address and code where there is no session yet, and the new password. */
export function SetPasswordForm(props: SetPasswordFormProps) {
  const { mailedTo, signedIn, password, onPassword, onDone } = props;
  const { profile } = useSession();
  const staff = signedIn && profile !== null && isStaff(profile);
  const { busy, failure, attempt, forget } = useAttempt("Setting the password");
  const { register, getValues, errorOf, onSubmit } = useSchemaForm({
    schema: newPasswordSchema(signedIn, staff),
    defaultValues: { email: mailedTo, code: "", password },
    onRefuse: forget,
    onSend: ({ email, code, password }) =>
      attempt(async (auth) => {
        if (!signedIn) {
          const proof = await auth.verifyOtp({ email, token: code, type: "recovery" });
          if (proof.error) throw proof.error;
          // The page asks for the second step now, and then for the password again, as typed.
          if (proof.data.session && awaitsSecondFactor(proof.data.session)) return;
        }
        const { error } = await auth.updateUser({ password });
        if (error) throw error;
        onDone();
      }),
  });

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onChange={() => onPassword(getValues("password"))}
      className="grid gap-4"
    >
      {signedIn || mailedTo ? null : (
        <Field label="Email" error={errorOf("email")}>
          <EmailInput required {...register("email")} />
        </Field>
      )}
      {signedIn ? null : (
        <Field label="Code from the mail" error={errorOf("code")}>
          <CodeInput required {...register("code")} />
        </Field>
      )}
      <Field label="New password" hint={passwordHint(staff)} error={errorOf("password")}>
        <PasswordInput autoComplete="new-password" required {...register("password")} />
      </Field>
      <AuthProblem failure={failure} fallback="The password could not be set. Please try again." />
      <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
        {busy ? "Setting..." : "Set the password"}
      </Button>
      {!signedIn && mailedTo ? <MailAgain email={mailedTo} kind="recovery" /> : null}
    </form>
  );
}
