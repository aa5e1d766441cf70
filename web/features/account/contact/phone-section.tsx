import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { PhoneInput } from "@components/ui/input";
import { CodeForm } from "@features/account/code-form";
import { Section } from "@features/account/section";
import { useRereadAccount } from "@features/account/use-own-account";
import { useAttempt } from "@lib/auth/use-attempt";
import { formatPhone } from "@lib/forms/phone";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import type { User } from "@supabase/auth-js";
import { useState } from "react";
import { useLocation } from "react-router";
import * as z from "zod/mini";

/** In E.164, by a library that is loaded for it; as typed where that cannot be reached. */
const e164 = (typed: string) =>
  import("@lib/forms/phone-number").then(
    ({ toE164 }) => toE164(typed),
    () => typed,
  );

/** A phone number as people type it, which becomes E.164. */
export const phoneSchema = z.object({
  phone: z.pipe(
    z
      .string()
      .check(
        z.refine(
          async (typed) => Boolean(await e164(typed)),
          "Enter a phone number, with + and the country where it is not Canadian",
        ),
      ),
    z.transform(async (typed) => (await e164(typed)) ?? ""),
  ),
});

/** The phone that text messages go to; a new one is confirmed by the code in one. */
export function PhoneSection({ user }: { user: User | undefined }) {
  const reread = useRereadAccount();
  const [texted, setTexted] = useState("");
  const pending = texted || (user?.new_phone ? `+${user.new_phone.replace(/^\+/, "")}` : "");

  async function finish() {
    setTexted("");
    toast.success("Phone number saved");
    await reread();
  }

  return (
    <Section
      id="phone"
      title="Phone and text messages"
      about="Confirm your number and we text you on pickup day when our crew is close. The crew may also call it."
      loading={!user}
    >
      {user ? (
        <div className="grid gap-5">
          <p className="tabular font-semibold">
            {user.phone ? formatPhone(user.phone) : "No confirmed number yet"}
          </p>
          {pending ? (
            <ConfirmPhone key={pending} phone={pending} onDone={finish} />
          ) : (
            <NewPhone onTexted={setTexted} onDone={finish} />
          )}
          {pending ? (
            <NewPhone label="Another number" onTexted={setTexted} onDone={finish} />
          ) : null}
        </div>
      ) : null}
    </Section>
  );
}

interface NewPhoneProps {
  label?: string;
  /** A code is on its way to this number (E.164). */
  onTexted: (phone: string) => void;
  /** The number counts at once: no codes are needed here. */
  onDone: () => Promise<void>;
}

function NewPhone({ label = "New phone number", onTexted, onDone }: NewPhoneProps) {
  const { busy, failure, attempt } = useAttempt("Changing the phone number");
  // The number of a booking, where its text messages led here.
  const { state } = useLocation();
  const known = (state as { phone?: unknown } | null)?.phone;
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: phoneSchema,
    defaultValues: { phone: typeof known === "string" ? known : "" },
    onSend: ({ phone }) =>
      attempt(async (auth) => {
        const { data, error } = await auth.updateUser({ phone });
        if (error) throw error;
        if (data.user.phone === phone.slice(1)) await onDone();
        else onTexted(phone);
      }),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-md gap-4">
      <Field label={label} error={errorOf("phone")}>
        <PhoneInput required {...register("phone")} />
      </Field>
      <AuthProblem failure={failure} fallback="The number could not be saved. Please try again." />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Text me a code
      </Button>
    </form>
  );
}

function ConfirmPhone({ phone, onDone }: { phone: string; onDone: () => Promise<void> }) {
  return (
    <div className="rounded-2xl border border-line-strong bg-tape-soft p-4 sm:p-5">
      <CodeForm
        name="Confirming the phone number"
        label={`Code texted to ${formatPhone(phone)}`}
        action="Confirm"
        onCode={async (auth, token) => {
          const { error } = await auth.verifyOtp({ phone, token, type: "phone_change" });
          if (error) throw error;
          await onDone();
        }}
        onAgain={async (auth) => {
          const { error } = await auth.resend({ type: "phone_change", phone });
          if (error) throw error;
        }}
      />
    </div>
  );
}
