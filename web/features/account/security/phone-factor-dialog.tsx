import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { PhoneInput } from "@components/ui/input";
import { CodeForm } from "@features/account/code-form";
import { phoneSchema } from "@features/account/contact/phone-section";
import type { Auth } from "@lib/auth/client";
import { useAttempt } from "@lib/auth/use-attempt";
import { formatPhone } from "@lib/forms/phone";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useState } from "react";
import { freeName } from "./factor-words";
import type { FactorDialogProps } from "./totp-dialog";

/** A phone that gets a text message at each sign-in. */
export function PhoneFactorDialog({ open, onOpenChange, ...rest }: FactorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add a phone"
        description="We text you a code each time you sign in. An app or a passkey is safer."
        size="sm"
      >
        <NewPhoneFactor {...rest} />
      </DialogContent>
    </Dialog>
  );
}

interface Texted {
  factorId: string;
  challengeId: string;
  phone: string;
}

function NewPhoneFactor({ factors, onAdded }: Pick<FactorDialogProps, "factors" | "onAdded">) {
  const { busy, failure, attempt } = useAttempt("Adding a phone");
  const [texted, setTexted] = useState<Texted | null>(null);

  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: phoneSchema,
    defaultValues: { phone: "" },
    onSend: ({ phone }) =>
      attempt(async (auth) => {
        const friendlyName = freeName(`Phone ending in ${phone.slice(-4)}`, factors);
        const { data, error } = await auth.mfa.enroll({ factorType: "phone", phone, friendlyName });
        if (error) throw error;
        await text(auth, data.id, phone);
      }),
  });

  async function text(auth: Auth, factorId: string, phone: string) {
    const { data, error } = await auth.mfa.challenge({ factorId, channel: "sms" });
    if (error) throw error;
    setTexted({ factorId, challengeId: data.id, phone });
  }

  if (texted) {
    const { factorId, challengeId, phone } = texted;
    return (
      <CodeForm
        name="Adding a phone"
        label={`Code texted to ${formatPhone(phone)}`}
        action="Turn it on"
        primary
        onCode={async (auth, code) => {
          const { error } = await auth.mfa.verify({ factorId, challengeId, code });
          if (error) throw error;
          await onAdded();
        }}
        onAgain={(auth) => text(auth, factorId, phone)}
      />
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Phone number" error={errorOf("phone")}>
        <PhoneInput required {...register("phone")} />
      </Field>
      <AuthProblem failure={failure} fallback="The phone could not be added. Please try again." />
      <Button type="submit" busy={busy} className="justify-self-start">
        Text me a code
      </Button>
    </form>
  );
}
