import { Field } from "@components/ui/field";
import { EmailInput, Input, PhoneInput } from "@components/ui/input";
import bookingFacts from "@facts/booking.json";
import { errorOf, type StepProps } from "./step-props";

const { limits } = bookingFacts;

/** 2 · 'Your Information' */
export function GuestInfoStep({ data, problems, change }: StepProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" required {...errorOf(problems, "firstName")}>
        <Input
          name="firstName"
          autoComplete="given-name"
          maxLength={limits.name}
          value={data.firstName}
          onChange={(event) => change({ firstName: event.target.value })}
        />
      </Field>
      <Field label="Last Name" required {...errorOf(problems, "lastName")}>
        <Input
          name="lastName"
          autoComplete="family-name"
          maxLength={limits.name}
          value={data.lastName}
          onChange={(event) => change({ lastName: event.target.value })}
        />
      </Field>
      <Field
        label="Email"
        required
        className="sm:col-span-2"
        hint="Your confirmation goes here."
        {...errorOf(problems, "email")}
      >
        <EmailInput
          inputMode="email"
          spellCheck={false}
          maxLength={limits.email}
          value={data.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <Field
        label="Phone"
        required
        className="sm:col-span-2"
        hint="The driver calls it on pickup day, nobody else."
        {...errorOf(problems, "phone")}
      >
        <PhoneInput
          name="phone"
          maxLength={limits.phone}
          value={data.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </Field>
    </div>
  );
}
