import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { registerPasskey } from "@lib/auth/passkey";
import { useAttempt } from "@lib/auth/use-attempt";
import { trimmed } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import * as z from "zod/mini";
import { deviceWords } from "./device-words";
import { freeName } from "./factor-words";
import type { FactorDialogProps } from "./totp-dialog";

const schema = z.object({ passkey: trimmed });

/** Makes a passkey on this device, or on a key that is held to it. */
export function PasskeyDialog({ open, onOpenChange, ...rest }: FactorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add a passkey"
        description="Your finger, your face or a security key, as your device asks."
        size="sm"
      >
        <NewPasskey {...rest} />
      </DialogContent>
    </Dialog>
  );
}

function NewPasskey({ factors, onAdded }: Pick<FactorDialogProps, "factors" | "onAdded">) {
  const { busy, failure, attempt } = useAttempt("Adding a passkey");
  const { register, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { passkey: freeName(deviceWords(navigator.userAgent), factors) },
    onSend: ({ passkey }) =>
      attempt(async (auth) => {
        await registerPasskey(auth, passkey || freeName("Passkey", factors));
        await onAdded();
      }),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Name" hint="To tell it apart from others">
        <Input maxLength={60} {...register("passkey")} />
      </Field>
      <AuthProblem failure={failure} fallback="The passkey could not be added. Please try again." />
      <Button type="submit" busy={busy} className="justify-self-start">
        {busy ? "Waiting for your device..." : "Make the passkey"}
      </Button>
    </form>
  );
}
