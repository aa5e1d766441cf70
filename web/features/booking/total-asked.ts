import type { QuoteAsked } from "@api/quotes";
import { needsDeliveryAddress, type WizardData } from "./wizard-data";

/** What the price of a season is asked for, for so many items; null while there is no pickup day. */
export function totalAsked(
  {
    pickupDate,
    deliveryOption,
    deliveryDate,
    wantsSupplies,
  }: Pick<WizardData, "pickupDate" | "deliveryOption" | "deliveryDate" | "wantsSupplies">,
  items: number,
): QuoteAsked | null {
  if (!pickupDate) return null;
  // A return before the pickup is a slip that the booking itself allows: no price is made of it.
  const back = needsDeliveryAddress(deliveryOption) && deliveryDate >= pickupDate;
  return {
    items,
    pricing: "bundle",
    pickup_date: pickupDate,
    ...(back ? { return_date: deliveryDate } : {}),
    supply_kit: wantsSupplies === true,
  };
}
