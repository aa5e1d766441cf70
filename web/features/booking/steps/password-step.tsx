import { Field } from "@components/ui/field";
import { PasswordInput } from "@components/ui/input";
import { passwordHint } from "@lib/forms/schema";
import { Check } from "lucide-react";
import type { StepProps } from "./step-props";

const BENEFITS = [
  "Track booking status in real time",
  "Edit pickup and delivery dates",
  "View all storage history",
];

/** 3 · 'Create Your Password' for the account that the last step creates. */
export function PasswordStep({ form: { register, errorOf }, answers }: StepProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <p className="min-w-0 text-sm text-muted">
        Your account is set up for{" "}
        <strong className="font-semibold break-all text-ink">{answers.email.trim()}</strong>
      </p>
      {/* Lets password managers keep the pair. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={answers.email}
        readOnly
        hidden
      />
      <Field
        label="Password"
        required
        hint={`${passwordHint()}, and not one that many people use, like 123456.`}
        error={errorOf("password")}
      >
        <PasswordInput enterKeyHint="next" autoComplete="new-password" {...register("password")} />
      </Field>
      <Field label="Confirm Password" required error={errorOf("confirmPassword")}>
        <PasswordInput
          enterKeyHint="next"
          autoComplete="new-password"
          {...register("confirmPassword")}
        />
      </Field>
      <ul className="mt-1 grid gap-2 border-t border-line pt-4 text-sm">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-start gap-2.5">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-brick" strokeWidth={3} />
            {benefit}
          </li>
        ))}
      </ul>
    </div>
  );
}
