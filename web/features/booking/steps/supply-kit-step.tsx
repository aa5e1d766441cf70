import { useMonthPlaces } from "@api/bookings/places";
import { RadioCards } from "@components/ui/radio-cards";
import { warningAt } from "@features/booking/price/use-season-price";
import { addDays } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { pricing } from "@lib/site/published";
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
  { value: "no", label: "No, I have my own", description: "Any sturdy boxes or suitcases will do" },
];
const PACKING_DAYS = 14;

/** 5 · 'Supply Kit Delivery' */
export function SupplyKitStep({ answers, change, today, price }: StepProps) {
  const { wantsSupplies, supplyKitDate, pickupDate, campusId } = answers;
  const season = useMonthPlaces(campusId, null).data;
  // Two weeks before the pickup, or before the first pickups there are.
  const packing = pickupDate || (season && season.from > season.today ? season.from : "");
  const opensAt = packing ? addDays(packing, -PACKING_DAYS) : undefined;
  return (
    <div className="grid gap-6">
      <Question text={QUESTION}>
        <RadioCards
          label={QUESTION}
          options={OPTIONS}
          value={wantsSupplies === null ? null : wantsSupplies ? "yes" : "no"}
          onValueChange={(value) => change({ wantsSupplies: value === "yes" })}
        />
      </Question>
      {wantsSupplies ? (
        <DateField
          label="Delivery Date"
          justOpened={!supplyKitDate}
          value={supplyKitDate}
          onChange={(day) => change({ supplyKitDate: day })}
          warning={warningAt(price, "supply_kit_delivery_date")}
          today={today}
          opensAt={opensAt && (!today || opensAt > today) ? opensAt : today}
          {...(pickupDate ? { marked: [pickupDate], legend: "The mark is your pickup day." } : {})}
        />
      ) : null}
    </div>
  );
}
