import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import { useAttempt } from "@lib/auth/use-attempt";
import { codeSchema } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";

/** The six digits of the confirmation mail: they confirm the account, and sign in here. */
export function ConfirmCode({ email }: { email: string }) {
  const { busy, failure, attempt } = useAttempt("Confirming by code");
  const { register, setFocus, errorOf, onSubmit } = useSchemaForm({
    schema: codeSchema,
    defaultValues: { code: "" },
    onSend: async ({ code: token }) => {
      const done = await attempt(async (auth) => {
        const { error } = await auth.verifyOtp({ email, token, type: "signup" });
        if (error) throw error;
      });
      if (!done) setFocus("code", { shouldSelect: true });
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Code from the mail" error={errorOf("code")}>
          <CodeInput required {...register("code")} />
        </Field>
        <Button type="submit" variant="secondary" busy={busy} className="h-14">
          Confirm
        </Button>
      </div>
      <AuthProblem failure={failure} fallback="The code could not be checked. Please try again." />
    </form>
  );
}
