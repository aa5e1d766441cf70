import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { registerPasskey } from "@lib/passkey";
import { useAttempt } from "@lib/use-attempt";
import { type FormEvent, useState } from "react";
import { deviceWords } from "./device-words";
import { freeName } from "./factor-words";
import type { FactorDialogProps } from "./totp-dialog";

/** Makes a passkey on this device, or on a key that is held to it. */
export function PasskeyDialog({ open, onOpenChange, ...rest }: FactorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add a passkey"
        description="Your finger, your face or a security key, asked for by your device."
        size="sm"
      >
        <NewPasskey {...rest} />
      </DialogContent>
    </Dialog>
  );
}

function NewPasskey({ factors, onAdded }: Pick<FactorDialogProps, "factors" | "onAdded">) {
  const { busy, failure, attempt } = useAttempt("Adding a passkey");
  const [name, setName] = useState(() => freeName(deviceWords(navigator.userAgent), factors));

  async function submit(event: FormEvent) {
    event.preventDefault();
    await attempt(async (auth) => {
      const friendlyName = name.trim() || freeName("Passkey", factors);
      await registerPasskey(auth, friendlyName);
      await onAdded();
    });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Name" hint="So that you know it among others">
        <Input
          name="passkey"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <AuthProblem failure={failure} fallback="The passkey could not be added. Please try again." />
      <Button type="submit" busy={busy} className="justify-self-start">
        {busy ? "Waiting for your device..." : "Make the passkey"}
      </Button>
    </form>
  );
}
