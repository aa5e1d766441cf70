import { changeUser } from "@api/users";
import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import type { Profile } from "@lib/profile";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { Section } from "./section";

/** The name on labels and in messages. */
export function NameSection({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, failure, attempt } = useAttempt("Saving the name");
  const [typed, setTyped] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const name = typed ?? profile.full_name ?? "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    const fullName = name.trim();
    setMissing(!fullName);
    if (!fullName) {
      input.current?.focus();
      return;
    }
    const saved = await attempt(async (auth) => {
      await changeUser(profile.id, { full_name: fullName });
      // The account keeps the name too; its change makes the session read the profile anew.
      const { error } = await auth.updateUser({ data: { full_name: fullName, name: fullName } });
      if (error) throw error;
    });
    if (!saved) return;
    setTyped(null);
    toast.success("Name saved");
  }

  return (
    <Section id="name" title="Name" about="It stands on your box labels and in our messages.">
      <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
        <Field label="Full Name" error={missing ? "Enter your name" : undefined}>
          <Input
            ref={input}
            name="name"
            autoComplete="name"
            maxLength={200}
            required
            value={name}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <AuthProblem failure={failure} fallback="The name could not be saved. Please try again." />
        <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
          Save
        </Button>
      </form>
    </Section>
  );
}
