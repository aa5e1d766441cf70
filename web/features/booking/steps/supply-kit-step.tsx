import { RadioCards } from "@components/ui/radio-cards";
import pricing from "@facts/pricing.json";
import { formatCents } from "@lib/money";
import { kitDateWarning } from "../date-warnings";
import { DateField } from "./date-field";
import { Question } from "./question";
import type { StepProps } from "./step-props";

const QUESTION = "Do you need boxes and packing supplies?";
const OPTIONS = [
  {
    value: "yes",
    label: "Yes, deliver supplies",
    description: `${pricing.supplies_kit}, with a ${formatCents(pricing.supplies_deposit_cents)} deposit towards storage fees`,
  },
  { value: "no", label: "No, I have my own", description: "Any sturdy boxes or suitcases do" },
];

/** 5 · 'Supply Kit Delivery' */
export function SupplyKitStep({ data, change, today }: StepProps & { today: string }) {
  const answer = data.wantsSupplies === null ? null : data.wantsSupplies ? "yes" : "no";
  return (
    <div className="grid gap-6">
      <Question text={QUESTION}>
        <RadioCards
          label={QUESTION}
          options={OPTIONS}
          value={answer}
          onValueChange={(value) => change({ wantsSupplies: value === "yes" })}
        />
      </Question>
      {data.wantsSupplies ? (
        <DateField
          label="Delivery Date"
          value={data.supplyKitDate}
          onChange={(supplyKitDate) => change({ supplyKitDate })}
          warning={kitDateWarning(data, today)}
        />
      ) : null}
    </div>
  );
}
