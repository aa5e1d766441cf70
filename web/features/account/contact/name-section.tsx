import { changeUser } from "@api/customers/users";
import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Section } from "@features/account/section";
import type { Profile } from "@lib/auth/profile";
import { useAttempt } from "@lib/auth/use-attempt";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import * as z from "zod/mini";

const schema = z.object({ name: filled("Enter your name") });

/** The name on labels and in messages. */
export function NameSection({ profile }: { profile: Profile }) {
  const { busy, failure, attempt } = useAttempt("Saving the name");
  const { register, reset, errorOf, onSubmit } = useSchemaForm({
    schema,
    values: { name: profile.full_name ?? "" },
    resetOptions: { keepDirtyValues: true },
    onSend: async ({ name }) => {
      const saved = await attempt(async (auth) => {
        await changeUser(profile.id, { full_name: name });
        // The account keeps the name too; its change makes the session read the profile anew.
        const { error } = await auth.updateUser({ data: { full_name: name, name } });
        if (error) throw error;
      });
      if (!saved) return;
      reset({ name });
      toast.success("Name saved");
    },
  });

  return (
    <Section id="name" title="Name" about="We use it on your box labels and in our messages.">
      <form noValidate onSubmit={onSubmit} className="grid max-w-md gap-4">
        <Field label="Full Name" error={errorOf("name")}>
          <Input autoComplete="name" maxLength={200} required {...register("name")} />
        </Field>
        <AuthProblem failure={failure} fallback="The name could not be saved. Please try again." />
        <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
          Save
        </Button>
      </form>
    </Section>
  );
}
