import booking from "@facts/booking.json";
import names from "@facts/page_values.json";
import retention from "@facts/retention.json";
import { telLink } from "@lib/forms/phone";
import { freeReturn } from "@lib/site/free-return";
import { business, pricing, terms } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";
import { addOnPrice, amountsOf, listed, type Prices, spelled, windowsInWords } from "./fact-words";

const VALUE = /\{\{\s*(\w+)\s*\}\}/g;

/** What each name stands for. */
export type Values = Record<keyof typeof names, string | number>;

/** What `{{ name }}` stands for in the owner's texts, by a price list. */
export function valuesOf({ pricing, terms }: Prices): Values {
  const money = amountsOf({ pricing, terms });
  return {
    name: business.name,
    phone: business.phone,
    email: business.email,
    hours: business.hours,
    hours_note: business.hours_note,
    pickup_windows: windowsInWords(),
    window_hours: terms.pickup_window_hours.join(" or "),
    flight_windows: listed(booking.flight_windows.map(({ label }) => label)),
    free_return_from: freeReturn.from,
    free_return_to: freeReturn.to,
    single_item: money.singleItem,
    bundles: listed(
      pricing.bundles.map(({ name, monthly_cents }) => `${name} at $${monthly_cents / 100}`),
    ),
    before_tax: beforeTax,
    split_example: pricing.split_example,
    supply_kit: pricing.supplies_kit,
    kit_deposit: money.deposit,
    referral_credit: money.referral,
    heavy_item: addOnPrice("heavy", pricing),
    other_return_date: addOnPrice("alternative_delivery_date", pricing),
    shipping: addOnPrice("shipping", pricing),
    heavy_pounds: terms.heavy_box_over_lb,
    heavy_percent: terms.heavy_box_surcharge_percent,
    labeling: money.labeling,
    free_miles: terms.free_radius_miles,
    distance_mile: money.outsidePerMile,
    distance_minimum: money.outsideMinimum,
    missed_pickup: money.missedPickup,
    out_of_window: money.outOfWindow,
    late_cancellation: money.lateCancellation,
    cancel_hours: terms.late_cancellation.hours,
    change_hours: terms.date_change.free_hours,
    change_times: spelled(terms.date_change.free_times),
    place_hours: terms.location_change.hours,
    access_hours: terms.access_notice_hours,
    failed_delivery: money.failedDelivery,
    protection_month: money.insuranceMonthly,
    protection_unit: money.insuranceUnit,
    protection_item: money.insuranceItem,
    protection_customer: money.insuranceCustomer,
    claim_hours: terms.insurance.claim_hours,
    abandoned_days: terms.abandonment_after_days,
    minimum_age: terms.minimum_age,
    guest_days: retention.guest_booking_days,
    conversation_days: retention.conversation_days,
  };
}

const VALUES = valuesOf({ pricing, terms });

/** Values that lead somewhere. */
const LINKS: Record<string, string> = {
  phone: telLink(business.phone),
  email: `mailto:${business.email}`,
};

/** Each value that a text can name: what it is, and what it is now. */
export const pageValues = Object.entries(names).map(([name, words]) => ({
  name,
  words,
  now: String(VALUES[name as keyof typeof names]),
}));

/** A plain text with its values. */
export function filled(text: string, values: Values = VALUES): string {
  return text.replace(VALUE, (whole, name) => String(values[name as keyof typeof names] ?? whole));
}

/** A text's HTML with its values. */
export function filledHtml(html: string, values: Values = VALUES): string {
  return html.replace(VALUE, (whole, name) => {
    const value = escaped(filled(whole, values));
    return LINKS[name] ? `<a href="${escaped(LINKS[name])}">${value}</a>` : value;
  });
}

/** The words of a text's HTML. */
export function wordsOf(html: string): string {
  const words = filled(html.replaceAll("</li>", "; ").replace(/<[^>]*>/g, " "));
  return words
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
