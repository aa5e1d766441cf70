import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import { awaitsSecondFactor } from "@lib/auth/assurance";
import { SIGN_IN_FAILED } from "@lib/auth/failure";
import { useAttempt } from "@lib/auth/use-attempt";
import { codeSchema } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useEffect } from "react";
import { CODE_TYPES, type MailKind } from "./mails";
import { welcome } from "./sign-in/welcome";

export interface MailedCodeFormProps {
  email: string;
  kind: Exclude<MailKind, "recovery">;
  label?: string;
}

/** The six digits of a mail, typed on whatever device: signs in without opening the link. */
export function MailedCodeForm({ email, kind, label = "Code from the mail" }: MailedCodeFormProps) {
  const { busy, failure, attempt } = useAttempt("Sign-in by code");
  const { register, setFocus, errorOf, onSubmit } = useSchemaForm({
    schema: codeSchema,
    defaultValues: { code: "" },
    onSend: async ({ code: token }) => {
      const isDone = await attempt(async (auth) => {
        const { data, error } = await auth.verifyOtp({ email, token, type: CODE_TYPES[kind] });
        if (error) throw error;
        if (data.session && !awaitsSecondFactor(data.session)) welcome();
      });
      if (!isDone) setFocus("code", { shouldSelect: true });
    },
  });

  // The button that was pressed is gone with the form before: the next step takes the focus.
  useEffect(() => setFocus("code"), [setFocus]);

  return (
    <form noValidate onSubmit={onSubmit} className="grid w-full justify-items-start gap-3">
      <Field label={label} error={errorOf("code")}>
        <CodeInput required {...register("code")} />
      </Field>
      <AuthProblem failure={failure} fallback={SIGN_IN_FAILED} />
      <Button type="submit" busy={busy} className="h-12 w-full text-base">
        {busy ? "Checking..." : "Sign in with the code"}
      </Button>
    </form>
  );
}
