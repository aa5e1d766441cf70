import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput } from "@components/ui/input";
import { Section } from "@features/account/section";
import { useRereadAccount } from "@features/account/use-own-account";
import { useAttempt } from "@lib/auth/use-attempt";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import type { User } from "@supabase/auth-js";
import * as z from "zod/mini";
import { EmailChange } from "./email-change";
import { returnUrl } from "./return-url";

const schema = z.object({ email: filled("Enter the new address") });

/** The sign-in address and its change: requested, one mailbox left, done. */
export function EmailSection({ user }: { user: User | undefined }) {
  return (
    <Section
      id="email"
      title="Email"
      about="You sign in with it, and we write to it. To change it, confirm in both mailboxes."
      loading={!user}
    >
      {user ? (
        <div className="grid gap-5">
          <p className="font-semibold wrap-anywhere">{user.email || "No email address yet"}</p>
          {user.new_email ? (
            <EmailChange key={user.new_email} current={user.email ?? ""} next={user.new_email} />
          ) : (
            <NewEmail />
          )}
        </div>
      ) : null}
    </Section>
  );
}

function NewEmail() {
  const reread = useRereadAccount();
  const { busy, failure, attempt } = useAttempt("Changing the email");
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { email: "" },
    onSend: ({ email }) =>
      attempt(async (auth) => {
        const { error } = await auth.updateUser({ email }, { emailRedirectTo: returnUrl() });
        if (error) throw error;
        await reread();
      }),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-md gap-4">
      <Field label="New email" error={errorOf("email")}>
        <EmailInput required {...register("email")} />
      </Field>
      <AuthProblem failure={failure} fallback="The email could not be changed. Please try again." />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Change email
      </Button>
    </form>
  );
}
