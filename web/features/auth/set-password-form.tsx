import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import { EmailInput, PasswordInput } from "@components/ui/input";
import { awaitsSecondFactor } from "@lib/assurance";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useRef, useState } from "react";
import { type NewPasswordValues, type Refusal, refuseNewPassword } from "./form-rules";
import { MailAgain } from "./mail-again";

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
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, attempt, forget } = useAttempt("Setting the password");
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<Refusal<keyof NewPasswordValues> | null>(null);
  const email = mailedTo || typed.trim();
  const errorOf = (field: keyof NewPasswordValues) =>
    refusal?.field === field ? refusal.message : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = refuseNewPassword({ email, code, password }, signedIn);
    setRefusal(found);
    forget();
    if (found) {
      form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    await attempt(async (auth) => {
      if (!signedIn) {
        const proof = await auth.verifyOtp({ email, token: code, type: "recovery" });
        if (proof.error) throw proof.error;
        // The page asks for the second step now, and then for the password again, as typed.
        if (proof.data.session && awaitsSecondFactor(proof.data.session)) return;
      }
      const { error } = await auth.updateUser({ password });
      if (error) throw error;
      onDone();
    });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {signedIn || mailedTo ? null : (
        <Field label="Email" error={errorOf("email")}>
          <EmailInput required value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
      {signedIn ? null : (
        <Field label="Code from the mail" error={errorOf("code")}>
          <CodeInput name="code" required value={code} onChange={setCode} />
        </Field>
      )}
      <Field label="New password" hint="At least 6 characters" error={errorOf("password")}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      </Field>
      <AuthProblem failure={failure} fallback="The password could not be set. Please try again." />
      <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
        {busy ? "Setting..." : "Set the password"}
      </Button>
      {!signedIn && mailedTo ? <MailAgain email={mailedTo} kind="recovery" /> : null}
    </form>
  );
}
