import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Field } from "@components/ui/field";
import type { Auth } from "@lib/auth/client";
import { useAttempt } from "@lib/auth/use-attempt";
import { codeSchema } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import type { ReactNode } from "react";

export interface CodeFormProps {
  /** What it is called in the log. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  action: string;
  /** Whether it is the one next step on the screen. */
  primary?: boolean;
  /** Takes the six digits; what it throws is shown. */
  onCode: (auth: Auth, code: string) => Promise<void>;
  /** Sends another code, where one is sent at all. */
  onAgain?: (auth: Auth) => Promise<void>;
}

/** Six digits and what they are for. */
export function CodeForm(props: CodeFormProps) {
  const { name, label, hint, action, primary = false, onCode, onAgain } = props;
  const { busy, failure, attempt } = useAttempt(name);
  const again = useAttempt(`${name}, another code`);
  const { register, setFocus, errorOf, onSubmit } = useSchemaForm({
    schema: codeSchema,
    defaultValues: { code: "" },
    onSend: async ({ code }) => {
      if (!(await attempt((auth) => onCode(auth, code)))) setFocus("code", { shouldSelect: true });
    },
  });

  async function sendAgain(send: (auth: Auth) => Promise<void>) {
    if (await again.attempt(send)) toast.success("Sent again");
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <Field
        label={<span className="wrap-anywhere">{label}</span>}
        hint={hint}
        error={errorOf("code")}
      >
        <div className="flex flex-wrap items-center gap-3">
          <CodeInput required {...register("code")} />
          <Button type="submit" variant={primary ? "primary" : "secondary"} busy={busy}>
            {action}
          </Button>
          {onAgain ? (
            <Button variant="ghost" busy={again.busy} onClick={() => sendAgain(onAgain)}>
              Send another code
            </Button>
          ) : null}
        </div>
      </Field>
      <AuthProblem
        failure={failure ?? again.failure}
        fallback="The code could not be checked. Please try again."
      />
    </form>
  );
}
