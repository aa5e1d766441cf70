import { AuthProblem } from "@components/auth-problem";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Field } from "@components/ui/field";
import { EmailInput, PasswordInput } from "@components/ui/input";
import { useAttempt } from "@lib/auth/use-attempt";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { isDemo } from "@lib/site/config";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { EXECUTIVE_SESSION, type ExecutiveRefusal } from "./executive-session";

const schema = z.object({
  email: filled("Enter your email"),
  password: z.string().check(z.minLength(1, "Enter your password")),
});
const DENIED =
  "Access Denied - Invalid executive credentials. Please check your email and password.";
const ENDED =
  "Your session has ended: it lasts 24 hours, wherever you work. Sign in again to go on where you were.";

interface LoginFormProps {
  /** Why the session before is over. */
  why: ExecutiveRefusal | null;
  /** Called when a sign-in begins. */
  onTry: () => void;
}

/** Email and password, both needed. Who is no executive learns no more than who mistyped. */
export function LoginForm({ why, onTry }: LoginFormProps) {
  const { busy, failure, attempt, forget } = useAttempt("Executive sign-in", EXECUTIVE_SESSION);
  // The password was right; who they are is being looked up.
  const [checking, setChecking] = useState(false);
  useEffect(() => {
    if (why === "denied" || why === "no-factor") setChecking(false);
  }, [why]);
  const refused = failure !== null && isRefusal(failure.status);

  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { email: "", password: "" },
    busy: checking,
    onRefuse: () => {
      forget();
      onTry();
    },
    onSend: async ({ email, password }) => {
      onTry();
      await attempt(async (auth) => {
        const { error } = await auth.signInWithPassword({ email, password });
        if (error) throw error;
        setChecking(true);
      });
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {why === "ended" && !failure ? (
        <FormAlert tone="note">
          <p>{ENDED}</p>
        </FormAlert>
      ) : null}
      {why === "no-factor" && !failure ? (
        <FormAlert tone="note">
          <p>
            Your role needs a second step.{" "}
            <PageLink className="underline underline-offset-4" to="/account">
              Add one in your account
            </PageLink>
            , then sign in here again.
          </p>
        </FormAlert>
      ) : null}
      <Field label="Email" error={errorOf("email")}>
        <EmailInput autoComplete="username" required {...register("email")} />
      </Field>
      <Field label="Password" error={errorOf("password")}>
        <PasswordInput autoComplete="current-password" required {...register("password")} />
      </Field>
      {refused || why === "denied" ? (
        <FormAlert tone="error">
          <p>{DENIED}</p>
        </FormAlert>
      ) : (
        <AuthProblem failure={failure} fallback="The sign-in failed. Please try again." />
      )}
      <Button type="submit" busy={busy || checking} className="mt-1 h-12 text-base">
        {busy || checking ? "Signing in..." : "Sign In"}
      </Button>
      {isDemo() ? <DemoHint /> : null}
    </form>
  );
}

/** A refusal of these credentials, whatever its reason; waiting and outages say what they are. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

function DemoHint() {
  return (
    <div className="mt-2 grid gap-2 rounded-2xl border border-dashed border-line-strong p-4 text-sm">
      <p className="font-semibold">Test credentials of this demo</p>
      <dl className="grid items-center gap-x-3 gap-y-2 min-[400px]:grid-cols-[auto_1fr]">
        <dt className="text-muted">Email</dt>
        <dd>
          <Code className="tracking-normal">executive@demo.test</Code>
        </dd>
        <dt className="text-muted">Password</dt>
        <dd>
          <Code className="tracking-normal">demo-password</Code>
        </dd>
      </dl>
    </div>
  );
}
