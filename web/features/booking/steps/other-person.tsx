import { Field } from "@components/ui/field";
import { EmailInput, Input, PhoneInput } from "@components/ui/input";
import bookingFacts from "@facts/booking.json";
import { ChevronDown } from "lucide-react";
import type { StepProps } from "./step-props";

const { limits } = bookingFacts;

/** The student of a parent who books, or the parent of a student; neither is required. */
export function OtherPerson({
  form: { register, errorOf },
  answers: { userType, otherName, otherPhone, otherEmail },
}: Pick<StepProps, "form" | "answers">) {
  const parent = userType === "parent";
  const who = parent ? "Student" : "Parent";
  return (
    <details
      open={parent || Boolean(otherName || otherPhone || otherEmail)}
      className="group border-t border-line sm:col-span-2"
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {parent ? "Who will be at the door?" : "Add a parent (optional)"}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <p className="text-xs text-muted sm:col-span-2">
          {parent
            ? "The driver asks for the student and calls the student's phone, or yours if you give none. With an email, news of the day goes to the student. Invoices and confirmations go to you."
            : "A parent can pay: with an email, invoices and receipts go there. Leave this empty if you handle it yourself."}
        </p>
        <Field label={`${who}'s Name`} className="sm:col-span-2">
          <Input autoComplete="off" maxLength={limits.name} {...register("otherName")} />
        </Field>
        <Field label={`${who}'s Phone`} error={errorOf("otherPhone")}>
          <PhoneInput autoComplete="off" maxLength={limits.phone} {...register("otherPhone")} />
        </Field>
        <Field label={`${who}'s Email`} error={errorOf("otherEmail")}>
          <EmailInput autoComplete="off" maxLength={limits.email} {...register("otherEmail")} />
        </Field>
      </div>
    </details>
  );
}
