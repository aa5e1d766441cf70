import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { PasswordInput } from "@components/ui/input";
import { CodeForm } from "@features/account/code-form";
import { Section } from "@features/account/section";
import { useRereadAccount } from "@features/account/use-own-account";
import type { Auth } from "@lib/auth/client";
import { isStaff } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { useAttempt } from "@lib/auth/use-attempt";
import { longEnough, passwordHint } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import type { User } from "@supabase/auth-js";
import { useState } from "react";
import * as z from "zod/mini";

/** A new password. Where the sign-in was long ago the server wants a mailed code with it. */
export function PasswordSection({ user }: { user: User | undefined }) {
  const reread = useRereadAccount();
  const { busy, failure, attempt } = useAttempt("Changing the password");
  const [needsCode, setNeedsCode] = useState(false);
  const { profile } = useSession();
  const staff = profile !== null && isStaff(profile);

  const { register, reset, getValues, errorOf, onSubmit } = useSchemaForm({
    schema: z.object({ password: z.string() }).check(longEnough(staff)),
    defaultValues: { password: "" },
    onSend: () => attempt((auth) => change(auth)),
  });

  async function change(auth: Auth, nonce?: string) {
    const { password } = getValues();
    const { error } = await auth.updateUser(nonce ? { password, nonce } : { password });
    if (error?.code === "reauthentication_needed" && !nonce) {
      await mailCode(auth);
      setNeedsCode(true);
      return;
    }
    if (error) throw error;
    reset();
    setNeedsCode(false);
    await reread();
    toast.success("Password changed", { description: "Your other devices are signed out." });
  }

  return (
    <Section
      id="password"
      title="Password"
      about="A new one signs all your other devices out."
      loading={!user}
    >
      <div className="grid gap-5">
        <form noValidate onSubmit={onSubmit} className="grid max-w-md gap-4">
          <Field label="New password" hint={passwordHint(staff)} error={errorOf("password")}>
            <PasswordInput autoComplete="new-password" required {...register("password")} />
          </Field>
          <AuthProblem
            failure={failure}
            fallback="The password could not be changed. Please try again."
          />
          {needsCode ? null : (
            <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
              Change password
            </Button>
          )}
        </form>
        {needsCode ? (
          <div className="rounded-2xl border border-line-strong bg-tape-soft p-4 sm:p-5">
            <CodeForm
              name="Changing the password"
              label={`Code mailed to ${user?.email || "you"}`}
              hint="You signed in a while ago, so we ask once more that it is you."
              action="Change password"
              onCode={change}
              onAgain={mailCode}
            />
          </div>
        ) : null}
      </div>
    </Section>
  );
}

async function mailCode(auth: Auth): Promise<void> {
  const { error } = await auth.reauthenticate();
  if (error) throw error;
}
