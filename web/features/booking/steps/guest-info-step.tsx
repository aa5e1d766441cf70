import { phoneHint } from "@api/bookings/words";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Field } from "@components/ui/field";
import { EmailInput, Input, PhoneInput } from "@components/ui/input";
import bookingFacts from "@facts/booking.json";
import { likelyEmail } from "@features/booking/answers/email-typo";
import { OtherPerson } from "./other-person";
import type { StepProps } from "./step-props";

const { limits } = bookingFacts;

/** 2 · 'Your Information' */
export function GuestInfoStep({ form: { register, errorOf }, answers, change }: StepProps) {
  const meant = likelyEmail(answers.email);
  const studentPhone = answers.userType === "parent" ? answers.otherPhone : null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" required error={errorOf("firstName")}>
        <Input
          enterKeyHint="next"
          autoComplete="given-name"
          maxLength={limits.name}
          {...register("firstName")}
        />
      </Field>
      <Field label="Last Name" required error={errorOf("lastName")}>
        <Input
          enterKeyHint="next"
          autoComplete="family-name"
          maxLength={limits.name}
          {...register("lastName")}
        />
      </Field>
      <div className="grid content-start gap-1.5 sm:col-span-2">
        <Field label="Email" required hint="Your confirmation goes here." error={errorOf("email")}>
          <EmailInput
            enterKeyHint="next"
            inputMode="email"
            spellCheck={false}
            maxLength={limits.email}
            {...register("email")}
          />
        </Field>
        <p role="status" className="text-sm empty:hidden">
          {meant ? (
            <Button
              variant="link"
              className="h-auto min-h-11 text-left break-all whitespace-normal"
              onClick={() => change({ email: meant })}
            >
              Did you mean {meant}?
            </Button>
          ) : null}
        </p>
      </div>
      <Field
        label="Phone"
        required
        className="sm:col-span-2"
        hint={`${phoneHint(answers.userType, studentPhone)} Add the country code if it is not Canadian.`}
        error={errorOf("phone")}
      >
        <PhoneInput enterKeyHint="next" maxLength={limits.phone} {...register("phone")} />
      </Field>
      <div className="sm:col-span-2">
        <Checkbox
          label="Send me text messages about my pickup"
          checked={answers.textMessages}
          onCheckedChange={(textMessages) => change({ textMessages })}
        />
      </div>
      <OtherPerson form={{ register, errorOf }} answers={answers} />
    </div>
  );
}
