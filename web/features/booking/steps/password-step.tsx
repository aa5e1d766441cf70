import { Field } from "@components/ui/field";
import { PasswordInput } from "@components/ui/input";
import { Check } from "lucide-react";
import { errorOf, type StepProps } from "./step-props";

const BENEFITS = [
  "Track booking status in real time",
  "Edit pickup and delivery dates",
  "View all storage history",
];

/** 3 · 'Create Your Password' for the account that the last step creates. */
export function PasswordStep({ data, problems, change }: StepProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Your account is set up for{" "}
        <strong className="font-semibold break-words text-ink">{data.email.trim()}</strong>
      </p>
      {/* Lets password managers keep the pair. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={data.email}
        readOnly
        hidden
      />
      <Field
        label="Password"
        required
        hint="At least 6 characters."
        {...errorOf(problems, "password")}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={data.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <Field label="Confirm Password" required {...errorOf(problems, "confirmPassword")}>
        <PasswordInput
          name="confirmPassword"
          autoComplete="new-password"
          value={data.confirmPassword}
          onChange={(event) => change({ confirmPassword: event.target.value })}
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
