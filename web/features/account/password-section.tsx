import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { PasswordInput } from "@components/ui/input";
import booking from "@facts/booking.json";
import type { Auth } from "@lib/auth";
import { useAttempt } from "@lib/use-attempt";
import type { User } from "@supabase/auth-js";
import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { CodeForm } from "./code-form";
import { Section } from "./section";
import { useRereadAccount } from "./use-own-account";

const LEAST = booking.password_min_length;

/** A new password. Where the sign-in was long ago the server wants a mailed code with it. */
export function PasswordSection({ user }: { user: User | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const reread = useRereadAccount();
  const { busy, failure, attempt } = useAttempt("Changing the password");
  const [password, setPassword] = useState("");
  const [short, setShort] = useState(false);
  const [codeAsked, setCodeAsked] = useState(false);

  async function change(auth: Auth, nonce?: string) {
    const { error } = await auth.updateUser(nonce ? { password, nonce } : { password });
    if (error?.code === "reauthentication_needed" && !nonce) {
      await mailCode(auth);
      setCodeAsked(true);
      return;
    }
    if (error) throw error;
    setPassword("");
    setCodeAsked(false);
    await reread();
    toast.success("Password changed", { description: "Your other devices are signed out." });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setShort(password.length < LEAST);
    if (password.length < LEAST) {
      input.current?.focus();
      return;
    }
    await attempt((auth) => change(auth));
  }

  return (
    <Section
      id="password"
      title="Password"
      about="A new one signs all your other devices out."
      loading={!user}
    >
      <div className="grid gap-5">
        <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
          <Field
            label="New password"
            hint={`At least ${LEAST} characters`}
            error={short ? `Password must be at least ${LEAST} characters long` : undefined}
          >
            <PasswordInput
              ref={input}
              name="password"
              autoComplete="new-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <AuthProblem
            failure={failure}
            fallback="The password could not be changed. Please try again."
          />
          {codeAsked ? null : (
            <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
              Change password
            </Button>
          )}
        </form>
        {codeAsked ? (
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
