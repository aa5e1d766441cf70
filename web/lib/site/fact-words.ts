import { formatCents } from "@lib/format/money";
import { windowsOf } from "@lib/site/pickup-windows";
import { type Extra, pricing, shownCampuses, terms } from "@lib/site/published";

/** The facts that several pages tell, each in the one wording it has. */

const range = ({ min, max }: { min: number; max: number }) =>
  `${formatCents(min)}-${formatCents(max)}`;

/** What a price list holds. */
export interface Prices {
  pricing: typeof pricing;
  terms: typeof terms;
}

/** The amounts of a price list, as texts name them. */
export function amountsOf({ pricing, terms }: Prices) {
  return {
    singleItem: formatCents(pricing.single_item_monthly_cents),
    deposit: formatCents(pricing.supplies_deposit_cents),
    referral: formatCents(pricing.referral_credit_cents),
    missedPickup: range(terms.missed_pickup_cents),
    labeling: formatCents(terms.labeling_fee_cents_per_item),
    outsideMinimum: formatCents(terms.outside_radius.min_cents),
    outsidePerMile: formatCents(terms.outside_radius.cents_per_mile),
    outOfWindow: range(terms.out_of_window_cents),
    lateCancellation: formatCents(terms.late_cancellation.cents),
    failedDelivery: range(terms.failed_delivery_pickup_cents),
    insuranceMonthly: formatCents(terms.insurance.monthly_cents_per_unit),
    insuranceUnit: formatCents(terms.insurance.unit_cents),
    insuranceItem: formatCents(terms.insurance.max_item_cents),
    insuranceCustomer: formatCents(terms.insurance.max_customer_cents),
  };
}

/** Those of the list that holds today. */
export const money = amountsOf({ pricing, terms });

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** A number below ten as a word. */
export function spelled(number: number): string {
  return NUMBERS[number] ?? String(number);
}

/** "Three pickup windows" */
export function pickupWindows(count: number): string {
  return `${capital(spelled(count))} pickup ${count === 1 ? "window" : "windows"}`;
}

/** The windows in a sentence: once where every campus has the same, else campus by campus. */
export function windowsInWords(): string {
  const every = shownCampuses.map(({ id, name }) => ({
    name,
    words: listed(windowsOf(id).map(({ label }) => label)),
  }));
  const [first] = every;
  return first && every.every(({ words }) => words === first.words)
    ? first.words
    : every.map(({ name, words }) => `${name} ${words}`).join("; ");
}

/** "three campuses" */
export const campusCount = `${spelled(shownCampuses.length)} ${
  shownCampuses.length === 1 ? "campus" : "campuses"
}`;

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The price of an add-on, in the words of a price list. */
export function addOnPrice(id: string, of = pricing): string {
  const addOn = of.add_ons.find((one) => one.id === id);
  if (!addOn) throw new Error(`no add-on ${id} in pricing.json`);
  return addOn.price;
}

/** The price of an add-on of the owner's own: "$5 per item". */
export function extraPrice({ cents, per }: Extra): string {
  return per === "item" ? `${formatCents(cents)} per item` : formatCents(cents);
}

/** "A, B and C". */
export function listed(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
