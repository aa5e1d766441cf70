import { parseDay, toDay } from "@lib/dates";
import type { WizardData } from "./wizard-data";

/**
 * Gentle words about days that are allowed but probably not meant; calendars have no limits.
 * `today` is the reader's own calendar day: good enough for a hint, never for a rule.
 */
export function kitDateWarning(
  { supplyKitDate, pickupDate }: Pick<WizardData, "supplyKitDate" | "pickupDate">,
  today: string,
): string | null {
  if (!supplyKitDate) return null;
  if (supplyKitDate < today) return "This day has passed. Is the year right?";
  if (supplyKitDate < daysAfter(today, 2))
    return "That is very soon. Kits need about two days to reach you.";
  if (pickupDate && supplyKitDate > daysAfter(pickupDate, -1))
    return "Your kit would come less than a day before pickup. Leave yourself time to pack.";
  return null;
}

export function pickupDateWarning(
  {
    supplyKitDate,
    pickupDate,
    wantsSupplies,
  }: Pick<WizardData, "supplyKitDate" | "pickupDate" | "wantsSupplies">,
  today: string,
): string | null {
  if (!pickupDate) return null;
  if (pickupDate < today) return "This day has passed. Is the year right?";
  if (wantsSupplies && supplyKitDate && supplyKitDate > daysAfter(pickupDate, -1))
    return "Your supply kit would come less than a day before this pickup.";
  return null;
}

export function deliveryDateWarning(
  { deliveryDate, pickupDate }: Pick<WizardData, "deliveryDate" | "pickupDate">,
  today: string,
): string | null {
  if (!deliveryDate) return null;
  if (deliveryDate < today) return "This day has passed. Is the year right?";
  if (pickupDate && deliveryDate <= pickupDate) return "This is not after your pickup day.";
  return null;
}

/** The day so many days after (or, below 0, before) another. */
export function daysAfter(day: string, count: number): string {
  const date = parseDay(day);
  if (!date) return day;
  date.setDate(date.getDate() + count);
  return toDay(date);
}
