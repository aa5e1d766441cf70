import { AuthProblem } from "@components/auth-problem";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput } from "@components/ui/input";
import { AuthFrame } from "@features/auth/auth-frame";
import { addressSchema } from "@features/auth/form-schemas";
import { MAIL_FAILED } from "@features/auth/mail-again";
import { sendMail } from "@features/auth/mails";
import { useAttempt } from "@lib/auth/use-attempt";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { pageTitle } from "@lib/site/page-title";
import { useLocation, useNavigate } from "react-router";

/** Asks for the mail that sets a new password, then goes on to where its code is typed. */
export default function ForgotPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { busy, failure, attempt } = useAttempt("Asking for a new password");
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: addressSchema,
    defaultValues: { email: emailIn(state) },
    onSend: async ({ email }) => {
      if (await attempt((auth) => sendMail(auth, "recovery", email)))
        await navigate("/auth/set-password", { state: { ...state, mailedTo: email } });
    },
  });

  return (
    <AuthFrame
      title="Forgot your password?"
      lede="Enter your email. We send you a link and a six-digit code to set a new password."
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <Field label="Email" error={errorOf("email")}>
          <EmailInput required {...register("email")} />
        </Field>
        <AuthProblem failure={failure} fallback={MAIL_FAILED} />
        <Button type="submit" busy={busy} className="mt-1 h-12 text-base">
          {busy ? "Sending..." : "Send the mail"}
        </Button>
        <Button asChild variant="ghost">
          <PageLink to="/auth" state={state}>
            Back to sign in
          </PageLink>
        </Button>
      </form>
    </AuthFrame>
  );
}

function emailIn(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === "string" ? email : "";
}

export function meta() {
  return [{ title: pageTitle("Forgot your password?") }];
}
