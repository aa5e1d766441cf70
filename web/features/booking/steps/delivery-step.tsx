import { Button } from "@components/ui/button";
import { DayChips } from "@components/ui/day-chips";
import { Field } from "@components/ui/field";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import bookingFacts from "@facts/booking.json";
import { type Answers, needsDeliveryAddress } from "@features/booking/answers/answers";
import { daysBetween } from "@features/booking/answers/free-return";
import { type Priced, warningAt } from "@features/booking/price/use-season-price";
import { addressOf, buildingOf } from "@features/booking/submission/booking-body";
import { formatCents } from "@lib/format/money";
import { freeReturn, isDayOfReturns } from "@lib/site/free-return";
import { pricing } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";
import { DateField } from "./date-field";
import { Question } from "./question";
import type { StepProps } from "./step-props";
import { Way } from "./way";

const QUESTION = "Where should we bring it back?";
const DETAILS: Record<string, string> = {
  same_city: "To an address near your campus",
  different_city: "Shipped to your new address; we send you a quote",
  decide_later: "Tell us when you know",
};

/** 7 · 'Delivery Options': the first two also ask where and when. */
export function DeliveryStep({ form, answers, change, today, price }: StepProps) {
  const { deliveryOption, deliveryDate } = answers;
  const freeDays = daysBetween(price?.free_return).filter(isDayOfReturns);
  const otherDay = taxed(pricing.alternative_delivery_date_cents, price);
  const sameCity = deliveryOption === "same_city";
  const pickupPlace = sameCity
    ? [buildingOf(answers), addressOf(answers)].filter(Boolean).join(", ")
    : "";
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
          value={deliveryOption}
          onValueChange={(value) => change({ deliveryOption: value as Answers["deliveryOption"] })}
        />
      </Question>
      {needsDeliveryAddress(deliveryOption) ? (
        <>
          <DateField
            label="Delivery Date"
            justOpened={!deliveryDate}
            above={
              sameCity && freeDays.length > 0 ? (
                <DayChips
                  legend="Free return days"
                  days={freeDays}
                  chosen={deliveryDate}
                  onChoose={(day) => change({ deliveryDate: day })}
                />
              ) : null
            }
            value={deliveryDate}
            onChange={(day) => change({ deliveryDate: day })}
            hint={
              sameCity
                ? `Free from ${freeReturn.from} to ${freeReturn.to}. Any other day costs ${otherDay}.`
                : "Our quote is for this day."
            }
            warning={warningAt(price, "return_delivery_date")}
            today={today}
            opensAt={freeDays[0]}
            marked={sameCity ? freeDays : []}
          />
          <Field
            label="Full Delivery Address"
            required
            hint="Street, unit, city, province and postal code."
            error={form.errorOf("deliveryAddress")}
          >
            <Textarea
              autoComplete="street-address"
              maxLength={bookingFacts.limits.address}
              {...form.register("deliveryAddress")}
            />
          </Field>
          {pickupPlace && pickupPlace !== answers.deliveryAddress ? (
            <Button
              variant="secondary"
              className="h-auto min-h-11 justify-self-start py-2 text-left whitespace-normal"
              onClick={() => change({ deliveryAddress: pickupPlace })}
            >
              <span>
                Same as pickup: <span className="font-normal">{pickupPlace}</span>
              </span>
            </Button>
          ) : null}
          <Way distance={price?.return_distance} />
        </>
      ) : null}
    </div>
  );
}

/** "$157.50 including GST", once the server has answered which tax holds. */
function taxed(cents: number, price: Priced): string {
  if (!price) return `${formatCents(cents)} ${beforeTax}`;
  const tax = Math.round((cents * price.tax_basis_points) / 10_000);
  return `${formatCents(cents + tax)} including ${price.tax_name}`;
}
