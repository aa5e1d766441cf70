import { Field } from "@components/ui/field";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import bookingFacts from "@facts/booking.json";
import { deliveryDateWarning } from "../date-warnings";
import { freeReturn } from "../free-return";
import { type DeliveryOption, needsDeliveryAddress } from "../wizard-data";
import { DateField } from "./date-field";
import { Question } from "./question";
import { errorOf, type StepProps } from "./step-props";

const QUESTION = "Where should we bring it back?";
const DETAILS: Record<string, string> = {
  same_city: "Back to an address near your campus",
  different_city: "We ship to where you move",
  decide_later: "Tell us when you know",
};

/** 7 · 'Delivery Options': the first two also ask where and when. */
export function DeliveryStep({ data, problems, change, today }: StepProps & { today: string }) {
  return (
    <div className="grid gap-6">
      <Question text={QUESTION}>
        <RadioCards
          label={QUESTION}
          options={bookingFacts.delivery_options.map(({ value, label }) => ({
            value,
            label,
            description: DETAILS[value],
          }))}
          value={data.deliveryOption}
          onValueChange={(value) => change({ deliveryOption: value as DeliveryOption })}
        />
      </Question>
      {needsDeliveryAddress(data.deliveryOption) ? (
        <>
          <DateField
            label="Delivery Date"
            value={data.deliveryDate}
            onChange={(deliveryDate) => change({ deliveryDate })}
            hint={`Free from ${freeReturn.from} to ${freeReturn.to}.`}
            warning={deliveryDateWarning(data, today)}
          />
          <Field
            label="Full Delivery Address"
            required
            hint="Street, unit, city, province and postal code."
            {...errorOf(problems, "deliveryAddress")}
          >
            <Textarea
              name="deliveryAddress"
              autoComplete="street-address"
              maxLength={bookingFacts.limits.address}
              value={data.deliveryAddress}
              onChange={(event) => change({ deliveryAddress: event.target.value })}
            />
          </Field>
        </>
      ) : null}
    </div>
  );
}
